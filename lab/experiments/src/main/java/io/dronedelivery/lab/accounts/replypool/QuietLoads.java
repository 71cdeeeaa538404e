package io.dronedelivery.lab.accounts.replypool;

import io.dronedelivery.lab.accounts.replypool.ReplyPoolRun.ReplyPoolRound;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

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
        ReplyPoolRound load(int number) throws IOException, InterruptedException;
    }

    /**
     * Until three in a row have opened no channel.
     *
     * @param users as many channels as users are enough: in a pool of at most so many the loads come to an end
     * @return these three; when they do not come, the last load that opened a channel
     */
    static List<ReplyPoolRound> until(int users, Repeated repeated) throws IOException, InterruptedException {
        List<ReplyPoolRound> quiet = new ArrayList<>();
        List<ReplyPoolRound> opened = List.of();
        for (int number = 1; quiet.size() < IN_A_ROW && number <= IN_A_ROW * (users + 1); number++) {
            ReplyPoolRound round = repeated.load(number);
            if (round.created() > 0) {
                opened = List.of(round);
                quiet.clear();
            } else {
                quiet.add(round);
            }
        }
        return quiet.size() < IN_A_ROW ? opened : List.copyOf(quiet);
    }
}
