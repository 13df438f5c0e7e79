package dev.weir.report;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;
import oshi.hardware.HWDiskStore;
import oshi.hardware.HardwareAbstractionLayer;

/** Reads what the machine and its Java are. */
final class ThisMachine {
  private static final Logger LOG = LoggerFactory.getLogger(ThisMachine.class);

  private ThisMachine() {}

  /**
   * @param folder its file system is described
   */
  static Environment.Machine read(Path folder) {
    int threads = Runtime.getRuntime().availableProcessors();
    try {
      SystemInfo system = new SystemInfo();
      HardwareAbstractionLayer hardware = system.getHardware();
      CentralProcessor processor = hardware.getProcessor();
      return new Environment.Machine(
          system.getOperatingSystem().toString(),
          processor.getProcessorIdentifier().getName().strip(),
          processor.getPhysicalProcessorCount(),
          threads,
          hardware.getMemory().getTotal(),
          hardware.getDiskStores().stream()
              .filter(disk -> disk.getSize() > 0)
              .map(ThisMachine::describe)
              .toList(),
          fileSystem(folder));
    } catch (RuntimeException | LinkageError e) {
      // The native library does not exist for every system: a report without these is still one.
      LOG.info("machine not read", e);
      return new Environment.Machine(
          System.getProperty("os.name") + " " + System.getProperty("os.version"),
          System.getProperty("os.arch"),
          null,
          threads,
          null,
          List.of(),
          fileSystem(folder));
    }
  }

  static Environment.Java java() {
    return new Environment.Java(
        System.getProperty("java.runtime.version"),
        System.getProperty("java.vm.name"),
        Runtime.getRuntime().maxMemory());
  }

  private static String describe(HWDiskStore disk) {
    String model = disk.getModel().isBlank() ? disk.getName() : disk.getModel().strip();
    return model + ", " + Figures.bytes((double) disk.getSize());
  }

  private static String fileSystem(Path folder) {
    try {
      FileStore store = Files.getFileStore(folder);
      return store.type() + ", " + Figures.bytes((double) store.getUsableSpace()) + " free";
    } catch (IOException e) {
      LOG.info("file system of {} not read", folder, e);
      return null;
    }
  }
}
