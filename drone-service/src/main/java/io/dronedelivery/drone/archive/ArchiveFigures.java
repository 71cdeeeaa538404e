package io.dronedelivery.drone.archive;

/**
 * The figures of an archive since the start.
 *
 * @param messages number of durable messages
 * @param files number of complete files
 * @param bytes number of durable bytes
 * @param waitingBytes number of bytes that wait to be written
 * @param failures number of failures after which batches had to be written again
 * @param place where the files are
 */
public record ArchiveFigures(long messages, long files, long bytes, long waitingBytes, long failures, String place) {}
