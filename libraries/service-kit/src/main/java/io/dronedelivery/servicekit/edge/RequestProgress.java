package io.dronedelivery.servicekit.edge;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How far a connection is with its current request and the answer to it. Owned by the connection's event loop, which alone may call it;
 * any thread may ask {@link #waitsSince}.
 */
final class RequestProgress {

    /** It is not waiting for a request. */
    static final long BUSY = Long.MIN_VALUE;

    private final AtomicLong waitsSince = new AtomicLong(System.nanoTime());
    private boolean receiving;
    private boolean answering;
    private boolean head;
    private boolean beginning;
    private long messages;
    private long requests;

    /** The head of a request has come; a HEAD is answered without a body. */
    void requestBegan(boolean isHead) {
        head = isHead;
        messages++;
        requests++;
        beginning = false;
        receiving = true;
        answering = true;
        waitsSince.lazySet(BUSY);
    }

    /** Bytes have come that are the beginning of a request's head, and not all of it. */
    void headBegan() {
        beginning = !receiving;
    }

    /** A piece of a body has come. */
    void contentCame() {
        messages++;
    }

    void requestEnded() {
        receiving = false;
        waitUnlessAnswering();
    }

    private void waitUnlessAnswering() {
        if (!receiving && !answering) {
            waitsSince.lazySet(System.nanoTime());
        }
    }

    /**
     * Since when the connection waits for the whole head of a request, by {@link System#nanoTime}: a part of it changes nothing. {@link
     * #BUSY} while it has a request.
     */
    long waitsSince() {
        return waitsSince.get();
    }

    /** The end of the answer has been written. */
    void answerEnded() {
        answering = false;
        waitUnlessAnswering();
    }

    /** The next answer is to a request that has not come, whatever the last one was. */
    void unasked() {
        head = false;
    }

    /** Whether the answer has no body, because the last request was a HEAD. */
    boolean isHead() {
        return head;
    }

    /** Whether the head of a request has come and its end has not. */
    boolean isReceiving() {
        return receiving;
    }

    /** Whether a request has come whose answer has not been written to its end. */
    boolean isAnswering() {
        return answering;
    }

    /** How many heads and pieces of bodies have come. */
    long messages() {
        return messages;
    }

    /** How many requests have begun. */
    long requests() {
        return requests;
    }

    ConnectionTimes.ConnectionPhase phase() {
        if (receiving) {
            return ConnectionTimes.ConnectionPhase.BODY;
        }
        if (answering) {
            return ConnectionTimes.ConnectionPhase.ANSWER;
        }
        return beginning ? ConnectionTimes.ConnectionPhase.HEAD : ConnectionTimes.ConnectionPhase.IDLE;
    }
}
