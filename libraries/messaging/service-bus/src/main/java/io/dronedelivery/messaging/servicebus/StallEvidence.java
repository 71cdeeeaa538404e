package io.dronedelivery.messaging.servicebus;

import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Decides from regular checks of one consumer whether it is stalled. It counts checks and reads no clock. So neither a clock that jumps nor
 * a paused process looks like a stall. One thread at a time uses it, except {@link #isProven} and {@link #isSilent}.
 */
final class StallEvidence {

    /** Stands for a message number: no message waits, or it is unknown. */
    static final long NOTHING = -1;

    /** The longest time between two replacements, as a multiple of the shortest. */
    private static final int MOST = 32;

    private final int suspiciousChecks;
    private long oldest = NOTHING;
    private int checks;
    private int needed;
    private boolean restartedOnSuspicion;
    private volatile boolean silent;
    private volatile @Nullable Proof proof;

    /** A lane from which no consumer received, and how many of its messages this one had received then. */
    private record Proof(String lane, long delivered) {}

    /** @param suspiciousChecks after this number of checks with the same oldest message the consumer is suspicious */
    StallEvidence(int suspiciousChecks) {
        this.suspiciousChecks = suspiciousChecks;
        this.needed = suspiciousChecks;
    }

    /**
     * Notes the oldest message that waits.
     *
     * @param number its sequence number; {@link #NOTHING} also when this consumer has it in work, or must not receive any
     * @return whether it has been the oldest for enough checks that the consumer is suspicious. The next suspicion takes twice as many
     */
    boolean isSuspicious(long number) {
        if (number == NOTHING || number != oldest) {
            forget();
            oldest = number;
            return false;
        }
        checks++;
        silent = silent || checks >= suspiciousChecks;
        if (checks < needed) {
            return false;
        }
        checks = 0;
        needed = Math.min(needed * 2, suspiciousChecks * MOST);
        return true;
    }

    /** Whether a message has been the oldest long enough to say that nothing is received from its lane, as far as this consumer knows. */
    boolean isSilent() {
        return silent;
    }

    /** Notes that no consumer receives from a lane. */
    void proven(String lane, long delivered) {
        proof = new Proof(lane, delivered);
    }

    /**
     * Whether the stall was proven, and the consumer has received nothing from the lane since.
     *
     * @param deliveredNow how many messages of a lane it has received
     */
    boolean isProven(ToLongFunction<String> deliveredNow) {
        Proof known = proof;
        return known != null && deliveredNow.applyAsLong(known.lane()) == known.delivered();
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
        silent = false;
        proof = null;
    }
}
