package io.dronedelivery.requestreply.autoscale;

import io.dronedelivery.requestreply.autoscale.ScalingRules.AppliedRule;
import io.micrometer.core.instrument.Counter;
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
 * Adds a worker when the load requires it and removes one when it does not, by {@link ScalingRules}. The first check only provides the
 * figures to compare with. It changes nothing while there is no worker, because an operator has stopped them or the process drains. It also
 * changes nothing when another caller changes their number during its decision. It checks on a thread of {@code parallel}, one check at a
 * time. Any thread may call {@link #status()}.
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

    /** Changes the number of workers, unless another caller has changed it. */
    @FunctionalInterface
    public interface Resizing {

        /**
         * Compares and changes in one step.
         *
         * @return whether there were {@code from} workers; otherwise the number stays
         */
        boolean resize(int from, int to);
    }

    /**
     * @param name of the queue in messages, such as {@code pricing}
     * @param looks reads the load at each subscription; one subscription at a time
     * @param resizing changes their number
     * @param meters gets {@code jobs.autoscaler.decisions}, by {@code rule}
     * @param scheduler whose clock decides when to check
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

    /** Begins to check the load. */
    public void start() {
        watching.update(Flux.interval(settings.interval(), scheduler)
                .onBackpressureDrop()
                .concatMap(tick -> looks, 1)
                .subscribe(
                        this::decide,
                        failure -> log.error("The workers of {} are not scaled any more", name, failure)));
    }

    /** Stops checking the load. */
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
        AppliedRule verdict = rules.judge(look, before);
        int to = bounded(from, verdict.rule().step());
        if (to != from) {
            if (!resizing.resize(from, to)) {
                return;
            }
            log.info("{} is scaled from {} to {} workers: {}", name, from, to, verdict.reason());
        }
        Counter.builder("jobs.autoscaler.decisions")
                .description("Decisions of the autoscaler, by rule and by what became of the workers: out, in or same")
                .tags(tags)
                .tag("rule", verdict.rule().tag())
                .tag("workers", to > from ? "out" : to < from ? "in" : "same")
                .register(meters)
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

    /** The reason for the current number of workers. */
    public synchronized AutoscalerStatus status() {
        return new AutoscalerStatus(settings, lastLook, lastDecision, List.copyOf(changes));
    }

    /**
     * The reason for the current number of workers.
     *
     * @param look the load at the last check
     * @param last the decision after it
     * @param changes the last decisions that changed the number of workers, the latest first
     */
    public record AutoscalerStatus(
            AutoscalerSettings settings,
            @Nullable Look look,
            @Nullable Decision last,
            List<Decision> changes) {}
}
