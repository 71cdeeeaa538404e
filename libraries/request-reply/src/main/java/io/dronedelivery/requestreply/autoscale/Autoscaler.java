package io.dronedelivery.requestreply.autoscale;

import io.dronedelivery.requestreply.autoscale.ScalingRules.Verdict;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * Adds a worker while the load asks for it and removes one while it does not, by {@link ScalingRules}. The first look at the load is what the
 * second is compared with. Without any worker, because an operator has stopped them or the process drains, it changes nothing; nor when
 * somebody else changes their number while it decides. It looks on a thread of {@code parallel}, one look at a time; {@link #status()} may be
 * called by any thread.
 */
public final class Autoscaler {

    private static final Logger log = LoggerFactory.getLogger(Autoscaler.class);
    private static final int REMEMBERED = 100;

    private final String name;
    private final AutoscalerSettings settings;
    private final ScalingRules rules;
    private final Mono<Look> looks;
    private final IntSupplier workers;
    private final Resizing resizing;
    private final MeterRegistry meters;
    private final Tags tags;
    private final Scheduler scheduler;
    private final Disposable.Swap watching = Disposables.swap();

    private final Deque<Decision> changes = new ArrayDeque<>();
    private @Nullable Look lastLook;
    private @Nullable Decision lastDecision;

    /** Changes the number of workers, unless somebody else has. */
    @FunctionalInterface
    public interface Resizing {

        /**
         * Compares and changes in one step.
         *
         * @return whether there were {@code from} workers; otherwise nothing is changed
         */
        boolean resize(int from, int to);
    }

    /**
     * @param name names the queue in messages, such as {@code pricing}
     * @param looks looks at the load when it is subscribed to; one subscription at a time
     * @param workers how many there are
     * @param resizing changes that
     * @param meters gets {@code jobs.autoscaler.decisions}, by {@code rule}
     * @param scheduler its clock tells when to look
     */
    public Autoscaler(
            String name,
            Mono<Look> looks,
            IntSupplier workers,
            Resizing resizing,
            AutoscalerSettings settings,
            MeterRegistry meters,
            Tags tags,
            Scheduler scheduler) {
        this.name = name;
        this.looks = looks;
        this.workers = workers;
        this.resizing = resizing;
        this.settings = settings;
        this.rules = new ScalingRules(settings.threshold());
        this.meters = meters;
        this.tags = tags;
        this.scheduler = scheduler;
    }

    /** Begins to look. */
    public void start() {
        watching.update(Flux.interval(settings.interval(), scheduler)
                .onBackpressureDrop()
                .concatMap(tick -> looks, 1)
                .subscribe(
                        this::decide,
                        failure -> log.error("The workers of {} are not scaled any more", name, failure)));
    }

    /** Looks no more. */
    public void stop() {
        watching.update(Disposables.disposed());
    }

    private void decide(Look look) {
        Look before;
        synchronized (this) {
            before = lastLook;
            lastLook = look;
        }
        int from = workers.getAsInt();
        if (before == null || from == 0) {
            return;
        }
        Verdict verdict = rules.judge(look, before);
        int to = bounded(from, verdict.rule().step());
        if (to != from) {
            if (!resizing.resize(from, to)) {
                return;
            }
            log.info("{} is scaled from {} to {} workers: {}", name, from, to, verdict.reason());
        }
        meters.counter(
                        "jobs.autoscaler.decisions",
                        tags.and(
                                "rule", verdict.rule().tag(), "workers", to > from ? "out" : to < from ? "in" : "same"))
                .increment();
        remember(new Decision(Instant.now(), verdict.rule(), verdict.reason(), from, to));
    }

    private int bounded(int from, int step) {
        return step > 0
                ? Math.max(from, Math.min(settings.max(), from + step))
                : Math.min(from, Math.max(settings.min(), from + step));
    }

    private synchronized void remember(Decision decision) {
        lastDecision = decision;
        if (decision.from() != decision.to()) {
            changes.addFirst(decision);
            if (changes.size() > REMEMBERED) {
                changes.removeLast();
            }
        }
    }

    /** Why there are as many workers as there are. */
    public synchronized Status status() {
        return new Status(settings, lastLook, lastDecision, List.copyOf(changes));
    }

    /**
     * Why there are as many workers as there are.
     *
     * @param look the load at the last look
     * @param last what followed from it
     * @param changes the last decisions that changed the number of workers, the latest first
     */
    public record Status(
            AutoscalerSettings settings,
            @Nullable Look look,
            @Nullable Decision last,
            List<Decision> changes) {}
}
