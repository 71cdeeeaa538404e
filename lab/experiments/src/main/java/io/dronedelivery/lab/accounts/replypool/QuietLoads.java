package io.dronedelivery.lab.accounts.replypool;

import java.io.IOException;

/**
 * Repeats a load until the pool has all the channels that it needs. Users may miss each other in one load and need one more channel in the
 * next, so one load that opens none does not show it: three in a row do.
 */
final class QuietLoads {

    private static final int IN_A_ROW = 3;

    private QuietLoads() {}

    /** Makes the load once more. */
    @FunctionalInterface
    interface Repeated {

        /** @param number how often it has been made then */
        ReplyPoolRun load(int number) throws IOException, InterruptedException;
    }

    /**
     * Until three in a row have opened no channel.
     *
     * @param users as many channels as users are enough: in a pool of at most so many the loads come to an end
     * @return the first of the three; when they do not come, the last load that opened a channel
     */
    static ReplyPoolRun until(int users, Repeated repeated) throws IOException, InterruptedException {
        int most = IN_A_ROW * (users + 1);
        ReplyPoolRun first = repeated.load(1);
        int quiet = first.created() == 0 ? 1 : 0;
        ReplyPoolRun opened = first;
        for (int number = 2; quiet < IN_A_ROW && number <= most; number++) {
            ReplyPoolRun run = repeated.load(number);
            if (run.created() > 0) {
                opened = run;
                quiet = 0;
            } else if (quiet++ == 0) {
                first = run;
            }
        }
        return quiet < IN_A_ROW ? opened : first;
    }
}
