package io.dronedelivery.messaging.drain;

import io.dronedelivery.messaging.drain.DrainReport.DrainStatus;
import io.dronedelivery.messaging.drain.DrainReport.DrainStep;
import io.dronedelivery.messaging.drain.DrainReport.Name;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Takes an instance out of service in six steps. They run once; further callers wait for the same drain. If a part fails in a step, the
 * other parts continue. Any thread may call it.
 */
final class Drain {

    private static final Logger log = LoggerFactory.getLogger(Drain.class);

    private final List<Drainable> parts;
    private final Runnable refuseTraffic;
    private final List<DrainStep> steps = new CopyOnWriteArrayList<>();
    private final List<String> failures = new CopyOnWriteArrayList<>();
    private final Set<String> busy = new ConcurrentSkipListSet<>();
    private final Mono<Void> run = Mono.defer(this::run).cache();

    /** @param refuseTraffic tells the senders of requests to stop */
    Drain(List<Drainable> parts, Runnable refuseTraffic) {
        this.parts =
                parts.stream().sorted(Comparator.comparingInt(Drainable::order)).toList();
        this.refuseTraffic = refuseTraffic;
    }

    /** Drains, or joins the drain that is under way. Reports when it is done, or when the time is over and the drain continues. */
    Mono<DrainReport> within(Duration time) {
        return run.then(Mono.fromSupplier(this::report)).timeout(time, Mono.fromSupplier(this::report));
    }

    private Mono<Void> run() {
        return Flux.concat(
                        step(Name.ASK, parts, part -> Mono.empty()),
                        Mono.fromRunnable(refuseTraffic),
                        step(Name.DISABLE, incoming(), Drain::disable),
                        drain(),
                        step(Name.REMOVE, incoming(), Drainable::shutDown),
                        step(Name.STOP, outgoing(), Drainable::shutDown),
                        step(Name.CONFIRM, parts, Drainable::drained))
                .then();
    }

    private List<Drainable> incoming() {
        return parts.stream().filter(part -> part.order() < Drainable.SENDING).toList();
    }

    private List<Drainable> outgoing() {
        return parts.stream().filter(part -> part.order() >= Drainable.SENDING).toList();
    }

    /** Parts with a lower order first: a part that sends for others accepts their work until they have none left. */
    private Mono<Void> drain() {
        TreeMap<Integer, List<Drainable>> byOrder =
                parts.stream().collect(Collectors.groupingBy(Drainable::order, TreeMap::new, Collectors.toList()));
        return Flux.fromIterable(byOrder.values())
                .concatMap(group -> each(group, part -> disable(part).then(drained(part))))
                .then(done(Name.DRAIN, parts));
    }

    private Mono<Void> drained(Drainable part) {
        return part.drained()
                .doOnSubscribe(subscription -> busy.add(part.name()))
                .doFinally(end -> busy.remove(part.name()));
    }

    private static Mono<Void> disable(Drainable part) {
        return Mono.fromRunnable(part::disable);
    }

    private Mono<Void> step(Name name, List<Drainable> involved, Function<Drainable, Mono<Void>> action) {
        return Mono.defer(() -> each(involved, action)).then(done(name, involved));
    }

    private Mono<Void> each(List<Drainable> involved, Function<Drainable, Mono<Void>> action) {
        return Flux.fromIterable(involved)
                .flatMap(part -> Mono.defer(() -> action.apply(part)).onErrorResume(failure -> failed(part, failure)))
                .then();
    }

    private Mono<Void> failed(Drainable part, Throwable failure) {
        log.error("drain: {} failed", part.name(), failure);
        failures.add(part.name() + ": " + failure);
        return Mono.empty();
    }

    private Mono<Void> done(Name name, List<Drainable> involved) {
        return Mono.fromRunnable(() -> {
            List<String> names = involved.stream().map(Drainable::name).toList();
            steps.add(new DrainStep(name.toString(), Instant.now(), names));
            log.info("drain: {} {}", name, names);
        });
    }

    private DrainReport report() {
        List<DrainStep> done = List.copyOf(steps);
        DrainStatus status = done.size() < Name.values().length
                ? DrainStatus.DRAINING
                : failures.isEmpty() ? DrainStatus.DRAINED : DrainStatus.FAILED;
        return new DrainReport(status, done, List.copyOf(busy), List.copyOf(failures));
    }
}
