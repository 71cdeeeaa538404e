package io.dronedelivery.lab.comparisons.requestreply;

import io.dronedelivery.requestreply.RequestReply;
import io.dronedelivery.requestreply.RequestReplySettings;
import io.dronedelivery.requestreply.autoscale.AutoscalerSettings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Request/reply as the services use it, with workers that send back what they get. */
final class Ours implements RoundTrip {

    private static final Duration DEADLINE = Duration.ofSeconds(30);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(10);
    private static final long CLOSE_SECONDS = 30;

    private final Design design;
    private final boolean prewarmed;
    private final RequestReply requests;

    /** @param prewarmed whether the channels are open before the first request */
    Ours(Design design, int port, RequestReplyOptions options, boolean prewarmed) {
        this.design = design;
        this.prewarmed = prewarmed;
        int channels = options.concurrency();
        requests = new RequestReply(
                "benchmark",
                design.queue(port),
                job -> Mono.just(job.body()),
                new RequestReplySettings(
                        DEADLINE,
                        Duration.ofSeconds(1),
                        new RequestReplySettings.ChannelPoolSettings(prewarmed ? channels : 0, channels, channels),
                        new RequestReplySettings.WorkerSettings(
                                options.workers(), options.prefetch(), 3, Duration.ofMillis(100)),
                        AutoscalerSettings.OFF),
                new SimpleMeterRegistry());
        requests.start();
    }

    @Override
    public String title() {
        return design.title() + (prewarmed ? ", pool filled before" : ", pool empty at first");
    }

    @Override
    public Mono<Void> open() {
        return Flux.interval(Duration.ZERO, LOOK_AGAIN)
                .onBackpressureDrop()
                .filter(tick -> requests.ready())
                .next()
                .then();
    }

    @Override
    public Mono<byte[]> request(byte[] body) {
        return requests.request(body);
    }

    @Override
    public long channels() {
        return requests.status().requests().pool().created();
    }

    @Override
    public void close() {
        CountDownLatch ended = new CountDownLatch(1);
        requests.stop(ended::countDown);
        try {
            if (!ended.await(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                System.err.println(title() + " did not end in time");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
