package dev.weir.camel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The reader of metrics pages finds what is wrong with one. */
class MetricsPageTest {
  private static final String GOOD =
      """
      # HELP a_total Things.
      # TYPE a_total counter
      a_total{x="1",y="a \\"b\\" }"} 2.0
      a_total{x="2",y=""} 3
      # HELP b_seconds How long.
      # TYPE b_seconds histogram
      b_seconds_bucket{le="0.1"} 1
      b_seconds_bucket{le="+Inf"} 2
      b_seconds_count 2
      b_seconds_sum 0.5
      """;

  @Test
  void aGoodPageHasNoFaults() {
    MetricsPage page = MetricsPage.read(GOOD);
    assertThat(page.faults()).isEmpty();
    assertThat(page.series("a_")).extracting(MetricsPage.Series::value).containsExactly(2.0, 3.0);
    assertThat(page.value("b_seconds_sum")).isEqualTo(0.5);
  }

  @Test
  void eachFaultIsFound() {
    assertThat(MetricsPage.read(GOOD + "b_seconds_count 2\n").faults())
        .containsExactly("twice: b_seconds_count 2");
    assertThat(MetricsPage.read("c 1\n").faults())
        .contains("neither HELP nor TYPE before c", "no HELP: c", "no TYPE: c");
    assertThat(faults("d", "counter", "d 1"))
        .contains("a counter ends in _total, and nothing else does: d");
    assertThat(faults("e_total", "gauge", "e_total 1")).hasSize(1);
    assertThat(faults("f_millis", "gauge", "f_millis 1"))
        .containsExactly("not a base unit: f_millis");
    assertThat(faults("g", "gauge", "g{x=\"1} 1")).isNotEmpty();
    assertThat(faults("h", "gauge", "h one")).containsExactly("not a number: h one");
    assertThat(faults("i", "gauge", "")).containsExactly("no series: i");
    assertThat(MetricsPage.read(GOOD + "# TYPE a_total counter\n").faults()).isNotEmpty();
  }

  private static java.util.List<String> faults(String name, String type, String series) {
    String meta = "# HELP " + name + " Text.\n# TYPE " + name + " " + type + "\n";
    return MetricsPage.read(meta + series + "\n").faults();
  }
}
