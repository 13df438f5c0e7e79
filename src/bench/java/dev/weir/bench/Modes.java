package dev.weir.bench;

import dev.weir.bench.peer.BareBinaryCopy;
import dev.weir.bench.peer.BareWriters;
import dev.weir.config.StrategySetting;
import dev.weir.layout.Layout;
import dev.weir.layout.Layouts;
import dev.weir.write.WriteMethod;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What is asked of Weir beside its peers: each mode holds some of its runs against another. */
final class Modes {
  /** Divides by every usual number of writers, in whole batches of a thousand. */
  private static final long SCALING_RECORDS = 640_000;

  private static final long LONG_RECORDS = 5_000_000;
  private static final int SHORT_FRACTION = 10;
  private static final long CPU_RECORDS = 1_000_000;

  /** Some ten seconds, and so some ten samples. */
  private static final long SAMPLING_RECORDS = 1_000_000;

  private static final long SESSIONS_RECORDS = 200_000;

  private static final long DELIVERY_RECORDS = 500_000;
  private static final long LIMIT_RECORDS = 2_000_000;

  private Modes() {}

  /** More writers against the first number of them, Weir's and bare loops side by side. */
  static void scaling(Bed bed, Options options) throws Exception {
    List<Contender> contenders = new ArrayList<>();
    Map<String, String> references = new HashMap<>();
    int first = options.writers().get(0);
    for (int writers : options.writers()) {
      for (Contender contender :
          List.of(wideCopy().with(StrategySetting.WRITERS, writers), new BareWriters(writers))) {
        String ofFirst = contender.label().replace("writers=" + writers, "writers=" + first);
        references.put(contender.label(), ofFirst);
        contenders.add(contender);
      }
    }
    contenders.removeIf(contender -> !options.asksFor(contender));
    long least = (long) bed.batch() * Collections.max(options.writers());
    long asked = options.recordsOr(SCALING_RECORDS);
    long records = Math.max(1, asked / least) * least;
    Results results = new Rounds(bed, options).run(contenders, records, records);
    finish(bed, new ModeReport(results, references), "scaling");
  }

  /** A long load against one of a tenth. */
  static void length(Bed bed, Options options) throws Exception {
    List<Contender> contenders = List.of(wideCopy().withFraction(SHORT_FRACTION), wideCopy());
    long records = options.recordsOr(LONG_RECORDS);
    compare(bed, options, contenders, records, records / SHORT_FRACTION, "length");
    HeapWatch.run(bed, wideCopy(), records);
  }

  /** Processor time of a long load, Weir's against the bare loop's, in both layouts. */
  static void cpu(Bed bed, Options options) throws Exception {
    List<Contender> contenders = new ArrayList<>();
    for (Layout layout : List.of(Layouts.WIDE, Layouts.NARROW)) {
      contenders.add(new BareBinaryCopy(layout, 1));
      contenders.add(new WeirLoad(layout, WriteMethod.COPY_BINARY, 1));
    }
    contenders.removeIf(contender -> !options.asksFor(contender));
    Map<String, String> references =
        Map.of(
            "weir/wide/copy-binary", "bare/wide/copy-binary",
            "weir/narrow/copy-binary", "bare/narrow/copy-binary");
    long records = options.recordsOr(CPU_RECORDS);
    Results results = new Rounds(bed, options).run(contenders, records, records / 10);
    finish(bed, new ModeReport(results, references), "cpu");
  }

  /** With a sample every second, and with that and looks at what is waited for, against none. */
  static void sampling(Bed bed, Options options) throws Exception {
    List<Contender> contenders =
        List.of(wideCopy(), new SampledLoad(wideCopy(), false), new SampledLoad(wideCopy(), true));
    long records = options.recordsOr(SAMPLING_RECORDS);
    compare(bed, options, contenders, records, records, "sampling");
  }

  /** With all that is done for bad records and for failures, where there are none. */
  static void delivery(Bed bed, Options options) throws Exception {
    List<Contender> contenders = List.of(wideCopy(), new DeliveredLoad(wideCopy()));
    long records = options.recordsOr(DELIVERY_RECORDS);
    compare(bed, options, contenders, records, records, "delivery");
  }

  /** With server processes that give back their memory after each batch, and that keep it. */
  static void sessions(Bed bed, Options options) throws Exception {
    List<Contender> contenders = new ArrayList<>();
    Map<String, String> references = new HashMap<>();
    for (WriteMethod method : WriteMethod.values()) {
      if (method != WriteMethod.NONE && method != WriteMethod.CAMEL_JDBC) {
        WeirLoad load = new WeirLoad(Layouts.WIDE, method, 1);
        WeirLoad gives = load.with(StrategySetting.KEEP_MEMORY, false);
        WeirLoad keeps = load.with(StrategySetting.KEEP_MEMORY, true);
        references.put(keeps.label(), gives.label());
        contenders.add(gives);
        contenders.add(keeps);
      }
    }
    contenders.removeIf(contender -> !options.asksFor(contender));
    long records = options.recordsOr(SESSIONS_RECORDS);
    Results results = new Rounds(bed, options).run(contenders, records, records);
    finish(bed, new ModeReport(results, references), "sessions");
  }

  /** What the pipeline could do if the server took no time: encodes and drops. */
  static void limit(Bed bed, Options options) throws Exception {
    List<Contender> contenders = new ArrayList<>();
    for (Layout layout : Layouts.ALL) {
      int fraction = layout == Layouts.NARROW ? 10 : 1;
      contenders.add(new WeirLoad(layout, WriteMethod.NONE, fraction));
    }
    contenders.removeIf(contender -> !options.asksFor(contender));
    long records = options.recordsOr(LIMIT_RECORDS);
    Results results = new Rounds(bed, options).run(contenders, records, records);
    finish(bed, new ModeReport(results, Map.of()), "limit");
  }

  private static WeirLoad wideCopy() {
    return new WeirLoad(Layouts.WIDE, WriteMethod.COPY_BINARY, 1);
  }

  /** Holds every contender against the first. */
  private static void compare(
      Bed bed,
      Options options,
      List<? extends Contender> contenders,
      long records,
      long warmUpRecords,
      String mode)
      throws Exception {
    Map<String, String> references = new HashMap<>();
    for (Contender contender : contenders) {
      references.put(contender.label(), contenders.get(0).label());
    }
    Results results = new Rounds(bed, options).run(contenders, records, warmUpRecords);
    finish(bed, new ModeReport(results, references), mode);
  }

  private static void finish(Bed bed, ModeReport report, String mode) throws Exception {
    report.print();
    report.write(bed.workFolder().resolve(mode + ".json"));
  }
}
