package io.dronedelivery.localblob;

/**
 * A request that is refused, as Blob Storage does.
 *
 * @see <a href="https://learn.microsoft.com/rest/api/storageservices/blob-service-error-codes">Blob Storage: error codes</a>
 */
final class BlobRefusal extends Exception {

    private static final long serialVersionUID = 1L;

    private final int status;
    private final String code;

    BlobRefusal(int status, String code, String message) {
        super(message, null, false, false);
        this.status = status;
        this.code = code;
    }

    /** Refuses a feature that Blob Storage has and this stand-in does not. */
    static BlobRefusal notModelled(String what) {
        return new BlobRefusal(501, "NotImplemented", "The local Blob Storage does not model " + what);
    }

    static BlobRefusal invalid(String code, String message) {
        return new BlobRefusal(400, code, message);
    }

    int status() {
        return status;
    }

    String code() {
        return code;
    }
}
