package io.dronedelivery.messaging.servicebus;

/**
 * Decides from regular checks of one consumer whether it is stalled. It counts checks and reads no clock. So neither a clock that jumps nor
 * a paused process looks like a stall. One thread at a time uses it, except {@link #isProven}.
 */
final class StallEvidence {

    /** Stands for a message number: no message waits, or it is unknown. */
    static final long NOTHING = -1;

    /** The longest time between two replacements, as a multiple of the shortest. */
    private static final int MOST = 32;

    private static final long NEVER = -1;

    private final int suspiciousChecks;
    private long delivered = NEVER;
    private long oldest = NOTHING;
    private int checks;
    private int needed;
    private boolean restartedOnSuspicion;
    private volatile long provenAt = NEVER;

    /** @param suspiciousChecks after this number of checks with the same oldest message the consumer is suspicious */
    StallEvidence(int suspiciousChecks) {
        this.suspiciousChecks = suspiciousChecks;
        this.needed = suspiciousChecks;
    }

    /**
     * Begins a check.
     *
     * @param delivered how many messages the consumer has received since the start
     * @param works whether it has any in work, or must not receive any
     * @return whether it has received none since the last check, so that the oldest waiting message has to be checked
     */
    boolean isIdle(long delivered, boolean works) {
        boolean silent = this.delivered == delivered && !works;
        this.delivered = delivered;
        if (!silent) {
            forget();
        }
        return silent;
    }

    /**
     * Continues a check with the oldest waiting message.
     *
     * @param number its sequence number, or {@link #NOTHING}
     * @return whether it has been the oldest for enough checks that the consumer is suspicious. The next suspicion takes twice as many
     */
    boolean isSuspicious(long number) {
        if (number == NOTHING || number != oldest) {
            forget();
            oldest = number;
            return false;
        }
        checks++;
        if (checks < needed) {
            return false;
        }
        checks = 0;
        needed = Math.min(needed * 2, suspiciousChecks * MOST);
        return true;
    }

    /** Notes that no consumer receives the waiting messages. */
    void proven() {
        provenAt = delivered;
    }

    /** Whether the stall was proven, and the consumer has received nothing since. */
    boolean isProven(long deliveredNow) {
        return provenAt == deliveredNow;
    }

    /** Notes that the consumer was replaced because it may hold the lane of the waiting message. */
    void restartedOnSuspicion() {
        restartedOnSuspicion = true;
    }

    /**
     * Whether the consumer that was replaced on suspicion was stalled. The caller asks before each check.
     *
     * @param got whether the consumer has received the waiting message; any other message may be one that another instance gave back
     */
    boolean wasStalled(boolean got) {
        boolean was = restartedOnSuspicion && got;
        restartedOnSuspicion = false;
        return was;
    }

    private void forget() {
        oldest = NOTHING;
        checks = 0;
        needed = suspiciousChecks;
        provenAt = NEVER;
    }
}
