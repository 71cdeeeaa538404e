package io.dronedelivery.drone.archive;

import java.io.IOException;

/** A file that is being written. Used by the archive's thread alone. */
interface ArchiveFile {

    void write(byte[] bytes, int length) throws IOException;

    /** Makes durable what was written, and goes on. After a crash it is found by {@link ArchiveStore#recover}. */
    void force() throws IOException;

    /** Makes the file durable and shows it to readers. */
    void finish() throws IOException;

    /** Leaves nothing of what was not forced. Does not fail. */
    void discard();
}
