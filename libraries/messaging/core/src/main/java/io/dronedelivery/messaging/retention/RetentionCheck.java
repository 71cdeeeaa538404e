package io.dronedelivery.messaging.retention;

import io.dronedelivery.messaging.drain.FinalLifecycle;
import io.dronedelivery.messaging.retention.BrokerRetention.NotAllowedException;
import io.dronedelivery.messaging.retention.RetentionProperties.RetentionCheckMode;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/**
 * Asks the broker for its settings when the application starts. The check runs in the background, unless a mismatch is to stop the start. A
 * broker that does not answer stops no start: it is asked again.
 */
final class RetentionCheck extends FinalLifecycle {

    private static final Logger log = LoggerFactory.getLogger(RetentionCheck.class);
    private static final int BEFORE_CONSUMERS = Integer.MIN_VALUE;
    private static final int ATTEMPTS = 5;
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(5);

    private final List<BrokerRetention> brokers;
    private final RetentionProperties properties;
    private final Disposable.Swap asking = Disposables.swap();
    /** NaN before the first comparison, because an unknown state does not mean that all is well. */
    private volatile double mismatches = Double.NaN;

    /** @param meters gets {@code messaging.promise.mismatches}, which is NaN before the first comparison */
    RetentionCheck(List<BrokerRetention> brokers, RetentionProperties properties, MeterRegistry meters) {
        super(BEFORE_CONSUMERS);
        this.brokers = brokers;
        this.properties = properties;
        Gauge.builder("messaging.promise.mismatches", () -> mismatches)
                .description(
                        "Settings of the broker that keep events for too short a time; no number as long as nothing"
                                + " was compared")
                .register(meters);
    }

    /** Asks the broker, and not again when a paused context continues. */
    @Override
    protected void begin() {
        if (properties.check() == RetentionCheckMode.REFUSE) {
            refuse();
        } else if (properties.check() == RetentionCheckMode.WARN) {
            asking.update(reported().subscribe(nothing -> {}, RetentionCheck::givenUp));
        }
    }

    /** Runs on the thread that starts the application. */
    private void refuse() {
        try {
            long limit = properties.timeout().plusSeconds(1).toMillis();
            List<BrokerRetention.Mismatch> found = found().toFuture().get(limit, TimeUnit.MILLISECONDS);
            if (!found.isEmpty()) {
                throw new RetentionException(found);
            }
            tell(found);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof NotAllowedException notAllowed) {
                givenUp(notAllowed);
            } else {
                askLater(e);
            }
        } catch (TimeoutException e) {
            askLater(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void askLater(Exception failure) {
        log.warn("The broker does not report how it keeps events, so this is not checked before the start", failure);
        asking.update(reported().subscribe(nothing -> {}, RetentionCheck::givenUp));
    }

    private Mono<List<BrokerRetention.Mismatch>> found() {
        return Flux.fromIterable(brokers)
                .concatMap(BrokerRetention::mismatches)
                .concatMapIterable(all -> all)
                .filter(mismatch -> !properties.accept().contains(mismatch.setting()))
                .filter(RetentionCheck::isKnown)
                .collectList()
                .timeout(properties.timeout());
    }

    private static boolean isKnown(BrokerRetention.Mismatch mismatch) {
        if (!mismatch.known()) {
            log.warn("A setting of the broker is not checked: {}", mismatch);
        }
        return mismatch.known();
    }

    private Mono<Void> reported() {
        return found().retryWhen(Retry.backoff(ATTEMPTS, FIRST_PAUSE)
                        .filter(failure -> !(failure instanceof NotAllowedException))
                        .doBeforeRetry(signal -> log.debug("The broker is asked again", signal.failure())))
                .doOnNext(this::tell)
                .then();
    }

    private void tell(List<BrokerRetention.Mismatch> found) {
        mismatches = found.size();
        found.forEach(mismatch -> log.warn("The promise needs more of the broker: {}", mismatch));
        if (found.isEmpty()) {
            log.info("The broker keeps events as the promise needs it, as far as it says");
        }
    }

    private static void givenUp(Throwable failure) {
        if (failure instanceof NotAllowedException) {
            log.warn("How the broker keeps events is not checked: {}", failure.getMessage());
        } else {
            log.info("The broker does not report how it keeps events, so this is not checked: {}", failure.toString());
        }
    }

    @Override
    protected Mono<Void> end() {
        asking.dispose();
        return Mono.empty();
    }
}
