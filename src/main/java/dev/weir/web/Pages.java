package dev.weir.web;

/**
 * What each page answers. Public for Camel, which calls the methods by the names in {@code
 * routes/web.camel.yaml}; nothing of a request comes here.
 */
public final class Pages {
  private final LiveSource source;
  private final SampleFeed feed;
  private final Assets assets;

  Pages(LiveSource source, SampleFeed feed, Assets assets) {
    this.source = source;
    this.feed = feed;
    this.assets = assets;
  }

  /** The one page. */
  public String dashboard() {
    return assets.page();
  }

  public byte[] style() {
    return assets.style();
  }

  /** What keeps the page up to date. */
  public byte[] script() {
    return assets.script();
  }

  /** How its charts look. */
  public byte[] charts() {
    return assets.charts();
  }

  /** What draws them. */
  public byte[] library() {
    return assets.library();
  }

  /** {@link LiveState} as JSON. */
  public String state() {
    return PageJson.write(source.state());
  }

  /** {@link Periods} as JSON. */
  public String periods() {
    return PageJson.write(source.periods());
  }

  /** The latest samples, a quarter of an hour of them, as a JSON array. */
  public String recent() {
    return feed.recent();
  }
}
