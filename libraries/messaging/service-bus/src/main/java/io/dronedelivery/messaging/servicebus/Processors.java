package io.dronedelivery.messaging.servicebus;

import com.azure.messaging.servicebus.ServiceBusException;
import com.azure.messaging.servicebus.ServiceBusFailureReason;
import com.azure.messaging.servicebus.ServiceBusProcessorClient;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.spring.cloud.stream.binder.servicebus.config.ServiceBusProcessorFactoryCustomizer;
import com.azure.spring.cloud.stream.binder.servicebus.implementation.ServiceBusMessageChannelBinder;
import com.azure.spring.integration.core.instrumentation.Instrumentation;
import com.azure.spring.integration.core.instrumentation.InstrumentationManager;
import com.azure.spring.messaging.servicebus.core.DefaultServiceBusNamespaceProcessorFactory;
import com.azure.spring.messaging.servicebus.core.ServiceBusProcessorFactory;
import com.azure.spring.messaging.servicebus.implementation.support.converter.ServiceBusMessageConverter;
import io.dronedelivery.messaging.event.EventSubscription;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.stream.binder.Binder;
import org.springframework.cloud.stream.binder.BinderCustomizer;

/**
 * The SDK's processors behind the bindings. The binder makes and starts them, and never stops them: neither stopping a binding nor closing
 * the application context ends the consumption. {@link ServiceBusConsumers} and {@link StallDetector} get them here to stop and restart
 * them. This class also configures how the binder makes them, and that they accept any message.
 */
class Processors implements BinderCustomizer {

    private final Map<String, ServiceBusProcessorClient> clients = new ConcurrentHashMap<>();
    private final AtomicBoolean listening = new AtomicBoolean();
    /** The binder's record of errors; null before there is a binder. */
    private volatile @Nullable InstrumentationManager errors;

    @Override
    public void customize(Binder<?, ?, ?> binder, String binderName) {
        // Called for each lookup of a binder.
        if (binder instanceof ServiceBusMessageChannelBinder serviceBus && listening.compareAndSet(false, true)) {
            ServiceBusProcessorFactoryCustomizer customizer = factory -> {
                factory.addListener(new Note());
                if (factory instanceof DefaultServiceBusNamespaceProcessorFactory named) {
                    // The properties of spring.cloud.azure.servicebus.retry do not reach the processors of bindings.
                    named.addServiceBusClientBuilderCustomizer(
                            builder -> builder.retryOptions(ServiceBusNamespace.retries()));
                }
            };
            serviceBus.addProcessorFactoryCustomizer(customizer);
            serviceBus.setMessageConverter(new ContextAlone());
            errors = serviceBus.getInstrumentationManager();
        }
    }

    /** The processor of a subscription; null before it was bound. */
    @Nullable
    ServiceBusProcessorClient of(EventSubscription subscription) {
        return clients.get(subscription.channel() + "/" + subscription.group());
    }

    /** Ends the consumption of a subscription, if it was bound. Blocks, sometimes for seconds. */
    void close(EventSubscription subscription) {
        ServiceBusProcessorClient processor = of(subscription);
        if (processor != null) {
            // Never in the middle of a restart, whose second half would undo it.
            synchronized (processor) {
                processor.close();
            }
        }
    }

    /**
     * Ends the consumption of a subscription and begins it anew, if it was bound. Blocks, sometimes for seconds.
     *
     * @param wanted whether to consume it again; called under the lock that {@link #close} takes
     * @param closed runs between the two
     * @return whether it was restarted
     */
    boolean restart(EventSubscription subscription, BooleanSupplier wanted, Runnable closed) {
        ServiceBusProcessorClient processor = of(subscription);
        if (processor == null) {
            return false;
        }
        synchronized (processor) {
            boolean restarts = wanted.getAsBoolean();
            if (restarts) {
                try {
                    processor.close();
                } finally {
                    closed.run();
                }
                processor.start();
            }
            return restarts;
        }
    }

    /**
     * The broker's recent refusal: the subscription does not exist, or this application may not receive from it. Null when there was no
     * such refusal.
     */
    @Nullable
    String refusal(EventSubscription subscription) {
        InstrumentationManager noted = errors;
        Instrumentation consumer = noted == null
                ? null
                : noted.getHealthInstrumentation(Instrumentation.buildId(
                        Instrumentation.Type.CONSUMER, subscription.channel() + "/" + subscription.group()));
        return consumer != null
                        && consumer.getStatus() == Instrumentation.Status.DOWN
                        && consumer.getException() instanceof ServiceBusException failure
                ? refusal(failure)
                : null;
    }

    private static @Nullable String refusal(ServiceBusException failure) {
        if (failure.getReason() == ServiceBusFailureReason.UNAUTHORIZED) {
            return "Service Bus does not let this application receive: it needs the role \"Azure Service Bus Data Receiver\" for the"
                    + " subscription, or a key with the right Listen";
        }
        return failure.getReason() == ServiceBusFailureReason.MESSAGING_ENTITY_NOT_FOUND
                ? "Service Bus has no such topic or subscription"
                : null;
    }

    /**
     * Passes on only the message's context, from which {@link EventConsumer} takes the message. The binder's own conversion fails for a
     * body that is no data, an invalid content type, and some names of properties. This library would not see such a message, which would
     * be delivered repeatedly or lost without a reason.
     */
    private static final class ContextAlone extends ServiceBusMessageConverter {

        private static final byte[] NOTHING = {};

        @Override
        protected byte[] getPayload(ServiceBusReceivedMessage message) {
            return NOTHING;
        }

        @Override
        protected Map<String, Object> buildCustomHeaders(ServiceBusReceivedMessage message) {
            return new HashMap<>();
        }
    }

    private final class Note implements ServiceBusProcessorFactory.Listener {

        @Override
        public void processorAdded(String name, ServiceBusProcessorClient client) {
            clients.put(name, client);
        }
    }
}
