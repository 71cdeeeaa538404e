package io.dronedelivery.gateway.backend.instance;

/** A call got no connection of a {@link LoopPool}. It has no stack trace, because it says where it comes from. */
final class NoConnectionException extends RuntimeException {

    private final boolean poolClosed;

    private NoConnectionException(String reason, boolean poolClosed) {
        super(reason, null, false, false);
        this.poolClosed = poolClosed;
    }

    static NoConnectionException tooManyWait() {
        return new NoConnectionException("as many calls as allowed wait for one already", false);
    }

    static NoConnectionException waited(long millis) {
        return new NoConnectionException("waited " + millis + " ms", false);
    }

    static NoConnectionException closed() {
        return new NoConnectionException("the gateway is stopping", true);
    }

    /** Why, in words that follow "no free connection". */
    String reason() {
        return String.valueOf(getMessage());
    }

    boolean isPoolClosed() {
        return poolClosed;
    }
}
