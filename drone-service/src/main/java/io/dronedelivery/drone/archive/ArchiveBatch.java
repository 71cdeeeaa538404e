package io.dronedelivery.drone.archive;

/**
 * Messages that are archived together. The archive's thread calls {@link #written} first, unless writing fails, and then either
 * {@link #durable} or {@link #discarded}, each once. None of them may block or throw.
 */
public interface ArchiveBatch {

    /** The lines, each with its line feed. Only the first {@link #length} bytes count. Must not change after the batch was offered. */
    byte[] bytes();

    int length();

    int messages();

    /** Whether a caller waits for these messages, so that they are made durable without ending the file. */
    boolean urgent();

    /** The lines are no longer needed. They may hold many megabytes until a file ends. */
    void written();

    /** The messages now survive the end of the process and of the machine. */
    void durable();

    /** The messages are not in the archive. All messages that were offered after them must be offered again, too. */
    void discarded();
}
