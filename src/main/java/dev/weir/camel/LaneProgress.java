package dev.weir.camel;

/**
 * How far one lane is. Where no step of the route drops records, what is stored are the positions
 * {@code firstPosition + i * step} for i from 0 to {@code stored} - 1.
 *
 * @param lane its number, from 0
 * @param firstPosition dataset position of the first record it reads
 * @param step distance between its records: the number of lanes
 * @param read records read from the dataset
 * @param stored records committed
 * @param commits transactions committed
 * @param lastStoredPosition dataset position of the last record committed; -1 before the first
 */
public record LaneProgress(
    int lane,
    long firstPosition,
    int step,
    long read,
    long stored,
    long commits,
    long lastStoredPosition) {}
