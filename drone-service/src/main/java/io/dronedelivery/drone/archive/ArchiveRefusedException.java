package io.dronedelivery.drone.archive;

/** An archive with which the application is not started. */
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
