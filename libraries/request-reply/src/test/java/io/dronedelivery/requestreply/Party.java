package io.dronedelivery.requestreply;

import io.dronedelivery.messaging.trace.MessageSpans;
import io.dronedelivery.requestreply.autoscale.AutoscalerSettings;
import io.dronedelivery.requestreply.queue.JobQueue;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** Callers and workers of one process on one queue, with small settings that a test changes as it needs. */
final class Party implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    final JobQueue queue;
    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private int poolMin = 4;
    private int poolMax = 16;
    private int maxWaiting = 1_000;
    private int workerCount = 4;
    private int prefetch = 1;
    private Duration deadline = Duration.ofSeconds(30);
    private JobHandler handler = job -> Mono.just(("re: " + text(job.body())).getBytes(StandardCharsets.UTF_8));
    private @Nullable MessageSpans spans;
    private @Nullable RequestReply party;

    Party(JobQueue queue) {
        this.queue = queue;
    }

    Party pool(int min, int max, int waiting) {
        poolMin = min;
        poolMax = max;
        maxWaiting = waiting;
        return this;
    }

    Party workers(int count, int newPrefetch) {
        workerCount = count;
        prefetch = newPrefetch;
        return this;
    }

    Party deadline(Duration newDeadline) {
        deadline = newDeadline;
        return this;
    }

    Party handler(JobHandler newHandler) {
        handler = newHandler;
        return this;
    }

    Party spans(MessageSpans newSpans) {
        spans = newSpans;
        return this;
    }

    /** Starts, and waits until the pool is filled. */
    Party start() {
        MessageSpans traced = spans == null ? MessageSpans.none(queue.design()) : spans;
        party = new RequestReply(
                "test",
                queue,
                handler,
                new RequestReplySettings(
                        deadline,
                        Duration.ofSeconds(7),
                        new RequestReplySettings.ChannelPoolSettings(poolMin, poolMax, maxWaiting),
                        new RequestReplySettings.WorkerSettings(workerCount, prefetch, 3, Duration.ofMillis(10)),
                        AutoscalerSettings.OFF),
                traced,
                meters);
        party.workers.start();
        party.requests.prewarm().block(TIMEOUT);
        return this;
    }

    RequestSender requests() {
        return party.requests;
    }

    WorkerPool workers() {
        return party.workers;
    }

    RequestReply lifecycle() {
        return party;
    }

    Mono<String> ask(String question) {
        return party.request(question.getBytes(StandardCharsets.UTF_8)).map(Party::text);
    }

    String answer(String question) {
        return ask(question).block(TIMEOUT);
    }

    static String text(byte[] body) {
        return new String(body, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        party.disable();
        party.workers
                .stop()
                .timeout(Duration.ofSeconds(5))
                .onErrorComplete()
                .then(party.shutDown())
                .timeout(TIMEOUT)
                .onErrorComplete()
                .block(TIMEOUT);
    }
}
