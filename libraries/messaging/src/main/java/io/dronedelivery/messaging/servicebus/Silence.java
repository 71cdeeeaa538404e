package io.dronedelivery.messaging.servicebus;

/**
 * What looks at one consumer, at about equal distances, tell of it. It counts looks and reads no clock, so neither a clock that jumps nor a
 * process that was stopped for a while looks like silence. Used by one thread at a time, but for {@link #isProven}.
 */
final class Silence {

    /** In the place of the number of a message: nothing waits, or nobody can tell. */
    static final long NOTHING = -1;

    /** The longest time between two replacements, in the place of the shortest. */
    private static final int MOST = 32;

    private static final long NEVER = -1;

    private final int enough;
    private long delivered = NEVER;
    private long oldest = NOTHING;
    private int looks;
    private int needed;
    private boolean replacedInTheDark;
    private volatile long provenAt = NEVER;

    /** @param enough after how many looks the same message is suspicious */
    Silence(int enough) {
        this.enough = enough;
        this.needed = enough;
    }

    /**
     * The consumer, now.
     *
     * @param delivered how many messages it has got since the start
     * @param works whether it has any in work, or is not to get any
     * @return whether it has got none since the last look, so that one at what waits may tell something
     */
    boolean goesOn(long delivered, boolean works) {
        boolean silent = this.delivered == delivered && !works;
        this.delivered = delivered;
        if (!silent) {
            forget();
        }
        return silent;
    }

    /**
     * The oldest message that waits, now.
     *
     * @param number its own, or {@link #NOTHING}
     * @return whether it has been the oldest for so many looks that something is wrong. Then that is said again only after twice as many
     */
    boolean isSuspicious(long number) {
        if (number == NOTHING || number != oldest) {
            forget();
            oldest = number;
            return false;
        }
        looks++;
        if (looks < needed) {
            return false;
        }
        looks = 0;
        needed = Math.min(needed * 2, enough * MOST);
        return true;
    }

    /** Nobody receives what waits. */
    void proven() {
        provenAt = delivered;
    }

    /** Whether nobody has received what waits, as far as is known, and the consumer has got nothing since. */
    boolean isProven(long deliveredNow) {
        return provenAt == deliveredNow;
    }

    /** The consumer was replaced because it may be the one that keeps what waits from being received. */
    void replacedInTheDark() {
        replacedInTheDark = true;
    }

    /**
     * To be asked before each look: whether the consumer was the one.
     *
     * @param got whether it has got what waited since it was replaced; something else may be what another instance has given up meanwhile
     */
    boolean wasTheOne(boolean got) {
        boolean was = replacedInTheDark && got;
        replacedInTheDark = false;
        return was;
    }

    private void forget() {
        oldest = NOTHING;
        looks = 0;
        needed = enough;
        provenAt = NEVER;
    }
}
