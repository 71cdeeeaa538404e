package io.dronedelivery.drone.archive;

/**
 * Messages that are archived together. The archive's thread calls {@link #written} first, unless that fails, and then either
 * {@link #durable} or {@link #discarded}, each once; none of them may wait or throw.
 */
public interface ArchiveBatch {

    /** The lines, each with its line feed; only the first {@link #length} bytes count. Not changed after the batch was offered. */
    byte[] bytes();

    /** How many bytes there are. */
    int length();

    /** How many messages there are. */
    int messages();

    /** Whether somebody waits for just these messages, so that the file is not ended but made durable as it is. */
    boolean urgent();

    /** The lines are not needed any more. They may be many megabytes until a file ends. */
    void written();

    /** The messages outlive the process and the machine. */
    void durable();

    /** The messages are not in the archive, and all that were offered after them have to be offered again, too. */
    void discarded();
}
