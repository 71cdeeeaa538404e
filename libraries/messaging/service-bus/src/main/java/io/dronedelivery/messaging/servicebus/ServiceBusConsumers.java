package io.dronedelivery.messaging.servicebus;

import com.azure.messaging.servicebus.ServiceBusProcessorClient;
import io.dronedelivery.messaging.drain.Drainable;
import io.dronedelivery.messaging.drain.FinalLifecycle;
import io.dronedelivery.messaging.event.ConsumerState;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Starts, watches and ends the consumption of all subscriptions. The binding starts a subscription's processor. Neither the binder nor the
 * SDK drains, closes or restarts it, so this class does. Any thread may call all methods.
 */
final class ServiceBusConsumers extends FinalLifecycle implements Drainable, ConsumerState.Source {

    private static final Logger log = LoggerFactory.getLogger(ServiceBusConsumers.class);

    /** Stops before the web server and before all dependencies of handlers; starts before the bindings. */
    private static final int PHASE = Integer.MAX_VALUE - 1100;

    private final List<EventConsumer> consumers;
    private final Processors processors;
    private final StallDetector stallDetector;
    private final ServiceBusProperties.ServiceBusConsumerSettings settings;
    private volatile Disposable watching = () -> {};

    ServiceBusConsumers(
            List<EventConsumer> consumers,
            Processors processors,
            StallDetector stallDetector,
            ServiceBusProperties.ServiceBusConsumerSettings settings) {
        super(PHASE);
        this.consumers = consumers;
        this.processors = processors;
        this.stallDetector = stallDetector;
        this.settings = settings;
    }

    @Override
    protected void begin() {
        consumers.forEach(consumer -> consumer.gate().open());
        watching = Flux.fromIterable(consumers)
                .flatMap(stallDetector::watch, Math.max(1, consumers.size()))
                .subscribe();
    }

    @Override
    protected Mono<Void> end() {
        disable();
        return drained()
                .timeout(settings.drainTimeout())
                .onErrorResume(failure -> {
                    log.warn(
                            "Handlers did not end within {}; the broker delivers their events again",
                            settings.drainTimeout());
                    return Mono.empty();
                })
                .then(Mono.defer(this::shutDown));
    }

    @Override
    public String name() {
        return "Service Bus consumers";
    }

    @Override
    public int order() {
        return CONSUMING;
    }

    @Override
    public void disable() {
        watching.dispose();
        consumers.forEach(consumer -> consumer.gate().close());
    }

    @Override
    public Mono<Void> drained() {
        return Flux.fromIterable(consumers)
                .flatMap(consumer -> consumer.gate().drained(), Math.max(1, consumers.size()))
                .then();
    }

    @Override
    public Mono<Void> shutDown() {
        return Flux.fromIterable(consumers)
                .flatMap(
                        consumer ->
                                Mono.fromRunnable(() -> shutDown(consumer)).subscribeOn(Schedulers.boundedElastic()),
                        Math.max(1, consumers.size()))
                .then();
    }

    @Override
    public List<ConsumerState> states() {
        return consumers.stream()
                .map(consumer -> consumer.state(trouble(consumer)))
                .toList();
    }

    private @Nullable String trouble(EventConsumer consumer) {
        ServiceBusProcessorClient processor = processors.of(consumer.subscription());
        if (processor == null || !processor.isRunning()) {
            return "not consuming";
        }
        String refusal = processors.refusal(consumer.subscription());
        return refusal == null ? stallDetector.trouble(consumer) : refusal;
    }

    private void shutDown(EventConsumer consumer) {
        processors.close(consumer.subscription());
        consumer.gate().release();
    }
}
