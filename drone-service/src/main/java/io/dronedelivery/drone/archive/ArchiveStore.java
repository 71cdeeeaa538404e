package io.dronedelivery.drone.archive;

import java.io.IOException;

/** Where files are kept. Used by the archive's thread alone, but for {@link #open}. */
interface ArchiveStore {

    /**
     * Looks whether files can be kept here, at the start of the application.
     *
     * @throws ArchiveRefusedException when somebody has to change a setting first
     */
    void open();

    /** Begins a file. */
    ArchiveFile create() throws IOException;

    /** Deals with what processes that died have left: forced messages are shown to readers, others are deleted. */
    void recover() throws IOException;

    /** Says where, for people. */
    String place();
}
