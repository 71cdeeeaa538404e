package io.dronedelivery.servicekit.background;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SignalType;
import reactor.core.publisher.Sinks;

/** Work that goes on when its request has been answered. Failures are logged; how much there may be is for those who start it. */
public final class BackgroundWork {

    private static final Logger log = LoggerFactory.getLogger(BackgroundWork.class);

    private final String name;
    private final Set<Run> runs = ConcurrentHashMap.newKeySet();

    /** @param name names it in the log */
    public BackgroundWork(String name) {
        this.name = name;
    }

    /** Starts the work, in a context of its own: neither the deadline nor the cancellation of a request reaches it. */
    public void run(Mono<Void> work) {
        Run run = new Run();
        runs.add(run);
        work.subscribe(run);
    }

    /** Completes when all work that has been started by now has ended. */
    public Mono<Void> idle() {
        return Flux.defer(() -> Flux.fromIterable(runs))
                .flatMap(run -> run.ended.asMono(), Integer.MAX_VALUE)
                .then();
    }

    private final class Run extends BaseSubscriber<Void> {

        private final Sinks.Empty<Void> ended = Sinks.empty();

        @Override
        protected void hookOnError(Throwable failure) {
            log.warn("{} failed: {}", name, failure.toString());
            log.debug("The reason of the warning before", failure);
        }

        @Override
        protected void hookFinally(SignalType end) {
            runs.remove(this);
            ended.tryEmitEmpty();
        }
    }
}
