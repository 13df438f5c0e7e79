package dev.weir.layout;

import java.util.List;

/** Every layout there is. */
public final class Layouts {
  public static final Layout WIDE = new WideLayout();
  public static final Layout NARROW = new NarrowLayout();
  public static final Layout ARRAY = new ArrayLayout();
  public static final Layout JSONB = new JsonbLayout();

  /** In the order of the documentation. */
  public static final List<Layout> ALL = List.of(WIDE, NARROW, ARRAY, JSONB);

  private Layouts() {}
}
