package io.dronedelivery.localapplicationinsights.timeline;

import java.util.List;

/**
 * A part of the timeline.
 *
 * @param fromSecond its beginning, in seconds of the epoch
 * @param stepSeconds length of each slice
 * @param slices without gaps, oldest first
 * @param total of all slices
 */
public record Window(long fromSecond, int stepSeconds, List<Slice> slices, Slice total) {}
