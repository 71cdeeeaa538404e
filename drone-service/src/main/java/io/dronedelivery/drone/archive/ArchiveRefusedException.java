package io.dronedelivery.drone.archive;

/** The archive cannot be used, so the application does not start. */
final class ArchiveRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String remedy;

    /** @param remedy what to change */
    ArchiveRefusedException(String message, String remedy, Throwable cause) {
        super(message, cause);
        this.remedy = remedy;
    }

    String remedy() {
        return remedy;
    }
}
