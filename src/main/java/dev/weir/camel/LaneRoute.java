package dev.weir.camel;

import dev.weir.config.StrategySetting;
import java.util.HashMap;
import java.util.Map;

/**
 * One lane's route to be made.
 *
 * @param ingestion id of the ingestion its endpoints are to find
 * @param lane its number, from 0
 * @param lanes how many there are
 * @param overrides the settings that replace those in the file
 */
record LaneRoute(String ingestion, int lane, int lanes, Map<StrategySetting, String> overrides) {
  static final String STRATEGY = "strategy";
  static final String LANE = "lane";
  static final String LANES = "lanes";

  String routeId() {
    return ingestion + "-" + lane;
  }

  /** The parameters of the template, by name. */
  Map<String, Object> parameters() {
    Map<String, Object> parameters = new HashMap<>();
    overrides.forEach((setting, value) -> parameters.put(setting.key(), value));
    parameters.put(STRATEGY, ingestion);
    parameters.put(LANE, Integer.toString(lane));
    parameters.put(LANES, Integer.toString(lanes));
    return parameters;
  }
}
