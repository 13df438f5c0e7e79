package dev.weir.camel;

import org.apache.camel.Component;
import org.apache.camel.spi.Metadata;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriPath;
import org.apache.camel.support.DefaultEndpoint;

/** One end of a lane: the name of its ingestion, and which lane of it. */
public abstract class LaneEndpoint extends DefaultEndpoint {
  @UriPath
  @Metadata(required = true)
  private final String name;

  @UriParam(defaultValue = "0", description = "Number of the lane, from 0")
  private int lane;

  LaneEndpoint(String uri, Component component, String name) {
    super(uri, component);
    this.name = name;
  }

  /** The lane this is an end of; its ingestion is made now where none is bound. */
  final Lane ingestionLane() {
    return Ingestions.named(getCamelContext(), name).lane(lane);
  }

  public String getName() {
    return name;
  }

  public int getLane() {
    return lane;
  }

  public void setLane(int lane) {
    this.lane = lane;
  }
}
