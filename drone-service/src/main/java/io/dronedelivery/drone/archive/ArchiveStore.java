package io.dronedelivery.drone.archive;

import io.dronedelivery.servicekit.environment.RefusedStartException;
import java.io.IOException;

/** Where files are stored. Used by the archive's thread alone, except for {@link #open}. */
interface ArchiveStore {

    /**
     * Checks at the start of the application whether files can be stored.
     *
     * @throws RefusedStartException when a setting must be changed first
     */
    void open();

    ArchiveFile create() throws IOException;

    /** Handles the files of processes that died: files with forced messages become visible to readers, others are deleted. */
    void recover() throws IOException;

    /** The place of the files, for people. */
    String place();
}
