package io.dronedelivery.lab.accounts.stepload;

import java.util.Arrays;
import java.util.List;

/**
 * The load generator's record of a run.
 *
 * @param startMillis of the run, since 1970
 * @param responses in the order of their end
 * @param users who came and went
 */
record GatlingLoad(long startMillis, List<Response> responses, List<UserEvent> users) {

    private static final long SECOND = 1_000;

    /** One response; times in milliseconds since 1970. */
    record Response(long begin, long end, boolean ok, String message) {

        long millis() {
            return end - begin;
        }
    }

    record UserEvent(long at, boolean came) {}

    GatlingLoad {
        responses = List.copyOf(responses);
        users = List.copyOf(users);
    }

    int seconds() {
        long last = responses.stream().mapToLong(Response::end).max().orElse(startMillis);
        return (int) ((last - startMillis) / SECOND) + 1;
    }

    long successful() {
        return responses.stream().filter(Response::ok).count();
    }

    long failed() {
        return responses.size() - successful();
    }

    /** Successful responses in each second of the run. */
    double[] perSecond() {
        return counts(true);
    }

    double[] failedPerSecond() {
        return counts(false);
    }

    private double[] counts(boolean ok) {
        double[] counts = new double[seconds()];
        responses.stream()
                .filter(response -> response.ok() == ok)
                .forEach(response -> counts[second(response.end())]++);
        return counts;
    }

    /** The most users in each second of the run. */
    double[] usersPerSecond() {
        double[] most = new double[seconds()];
        int now = 0;
        int second = 0;
        List<UserEvent> inOrder =
                users.stream().sorted((a, b) -> Long.compare(a.at(), b.at())).toList();
        for (UserEvent event : inOrder) {
            int at = Math.min(second(event.at()), most.length - 1);
            for (; second < at; second++) {
                most[second + 1] = now;
            }
            now += event.came() ? 1 : -1;
            most[at] = Math.max(most[at], now);
        }
        for (; second + 1 < most.length; second++) {
            most[second + 1] = now;
        }
        return most;
    }

    /** Times of the responses that ended in a part of the run. */
    Durations durations(long fromMillis, long toMillis) {
        return Durations.of(responses.stream()
                .filter(response ->
                        response.end() - startMillis >= fromMillis && response.end() - startMillis < toMillis)
                .mapToLong(Response::millis)
                .toArray());
    }

    Durations durations() {
        return durations(0, Long.MAX_VALUE);
    }

    private int second(long at) {
        return (int) ((at - startMillis) / SECOND);
    }

    /** Milliseconds of a number of responses; NaN without any. */
    record Durations(long count, double average, double p50, double p95, double p99) {

        static Durations of(long... millis) {
            long[] sorted = millis.clone();
            Arrays.sort(sorted);
            return new Durations(
                    sorted.length,
                    Arrays.stream(sorted).average().orElse(Double.NaN),
                    percentile(sorted, 50),
                    percentile(sorted, 95),
                    percentile(sorted, 99));
        }

        private static double percentile(long[] sorted, int percent) {
            if (sorted.length == 0) {
                return Double.NaN;
            }
            int rank = (int) Math.ceil(percent / 100.0 * sorted.length);
            return sorted[Math.max(0, rank - 1)];
        }
    }
}
