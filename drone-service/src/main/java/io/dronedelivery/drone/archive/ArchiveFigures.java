package io.dronedelivery.drone.archive;

/**
 * What an archive has done since the start.
 *
 * @param messages that are durable
 * @param files that are complete
 * @param bytes that are durable
 * @param waitingBytes that wait to be written
 * @param failures after which something had to be written again
 * @param place where the files are
 */
public record ArchiveFigures(long messages, long files, long bytes, long waitingBytes, long failures, String place) {}
