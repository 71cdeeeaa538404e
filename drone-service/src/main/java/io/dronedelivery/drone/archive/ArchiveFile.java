package io.dronedelivery.drone.archive;

import java.io.IOException;

/** A file that is being written. Used by the archive's thread alone. */
interface ArchiveFile {

    void write(byte[] bytes, int length) throws IOException;

    /** Makes the written bytes durable and keeps the file open. After a crash {@link ArchiveStore#recover} finds the file. */
    void force() throws IOException;

    /** Makes the file durable and visible to readers. */
    void finish() throws IOException;

    /** Removes everything that was not forced. Never fails. */
    void discard();
}
