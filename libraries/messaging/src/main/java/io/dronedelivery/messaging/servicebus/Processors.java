package io.dronedelivery.messaging.servicebus;

import com.azure.messaging.servicebus.ServiceBusProcessorClient;
import com.azure.spring.cloud.stream.binder.servicebus.config.ServiceBusProcessorFactoryCustomizer;
import com.azure.spring.cloud.stream.binder.servicebus.implementation.ServiceBusMessageChannelBinder;
import com.azure.spring.messaging.servicebus.core.ServiceBusProcessorFactory;
import io.dronedelivery.messaging.event.EventSubscription;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.stream.binder.Binder;
import org.springframework.cloud.stream.binder.BinderCustomizer;

/**
 * The SDK's processors behind the bindings. The binder makes and starts them, and never stops them: neither stopping a binding nor closing
 * the application context ends the consumption. {@link ServiceBusConsumers} and {@link Watchdog} get them here to stop and restart them.
 */
final class Processors implements BinderCustomizer {

    private final Map<String, ServiceBusProcessorClient> clients = new ConcurrentHashMap<>();
    private final AtomicBoolean listening = new AtomicBoolean();

    @Override
    public void customize(Binder<?, ?, ?> binder, String binderName) {
        // Called whenever a binder is looked up.
        if (binder instanceof ServiceBusMessageChannelBinder serviceBus && listening.compareAndSet(false, true)) {
            ServiceBusProcessorFactoryCustomizer customizer = factory -> factory.addListener(new Note());
            serviceBus.addProcessorFactoryCustomizer(customizer);
        }
    }

    /** The processor of a subscription; null before it was bound. */
    @Nullable
    ServiceBusProcessorClient of(EventSubscription subscription) {
        return clients.get(subscription.channel() + "/" + subscription.group());
    }

    private final class Note implements ServiceBusProcessorFactory.Listener {

        @Override
        public void processorAdded(String name, ServiceBusProcessorClient client) {
            clients.put(name, client);
        }
    }
}
