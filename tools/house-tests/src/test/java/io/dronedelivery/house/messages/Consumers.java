package io.dronedelivery.house.messages;

import com.tngtech.archunit.core.domain.JavaMethod;
import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.dronedelivery.messaging.event.EventAttributes;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.messaging.event.InvalidEventException;
import io.dronedelivery.messaging.event.SchemaVersion;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.Method;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.context.annotation.Bean;
import tools.jackson.databind.json.JsonMapper;

/** The subscriptions of the services, found in their code: the beans of the type {@link EventSubscription}. */
final class Consumers {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    /** They make subscriptions or count what is refused, so they have to be there. */
    private static final Set<String> NEEDED = Set.of("ServiceBusStream", "StreamFigures");

    private Consumers() {}

    /** A handler of one version of a type. */
    record Consumer(EventSubscription subscription, String type, int version) {

        /**
         * Has the event handled. The stores are missing here, so an event that is accepted fails there.
         *
         * @return why it is refused; null when it is not
         */
        @Nullable
        String refusal(byte[] data) {
            CloudEvent event = event(data);
            try {
                subscription.check(event);
                subscription.handler(type, version).handle(event).block(TIMEOUT);
                return null;
            } catch (InvalidEventException e) {
                return e.getMessage();
            } catch (RuntimeException noStore) {
                return null;
            }
        }

        private CloudEvent event(byte[] data) {
            return CloudEventBuilder.v1()
                    .withId("id")
                    .withSource(URI.create("/test"))
                    .withType(type)
                    .withDataSchema(SchemaVersion.uri(type, version))
                    .withSubject("key")
                    .withData("application/json", data)
                    .withExtension(EventAttributes.PARTITION_KEY, "key")
                    .build();
        }

        @Override
        public String toString() {
            return subscription.name() + " " + MessageSchema.name(type, version);
        }
    }

    static List<Consumer> all() {
        return Stream.of(Service.values())
                .flatMap(service -> service.classes().stream()
                        .flatMap(type -> type.getMethods().stream())
                        .filter(Consumers::isSubscription)
                        .map(method -> subscription(method.reflect(), service)))
                .flatMap(Consumers::handlers)
                .toList();
    }

    private static boolean isSubscription(JavaMethod method) {
        return method.isAnnotatedWith(Bean.class) && method.getRawReturnType().isEquivalentTo(EventSubscription.class);
    }

    private static EventSubscription subscription(Method bean, Service service) {
        Object configuration = Reflection.make(bean.getDeclaringClass(), type -> null);
        Object[] arguments = Arrays.stream(bean.getParameterTypes())
                .map(type -> argument(type, service))
                .toArray();
        return (EventSubscription) Reflection.call(bean, configuration, arguments);
    }

    private static @Nullable Object argument(Class<?> type, Service service) {
        if (type.isAssignableFrom(JsonMapper.class)) {
            return service.json();
        }
        if (type == MeterRegistry.class) {
            return new SimpleMeterRegistry();
        }
        ConfigurationProperties properties = type.getAnnotation(ConfigurationProperties.class);
        if (properties != null) {
            return service.settings().bindOrCreate(properties.value(), type);
        }
        return NEEDED.contains(type.getSimpleName())
                ? Reflection.make(type, parameter -> argument(parameter, service))
                : null;
    }

    private static Stream<Consumer> handlers(EventSubscription subscription) {
        return subscription.handlers().entrySet().stream()
                .flatMap(type -> type.getValue().keySet().stream()
                        .map(version -> new Consumer(subscription, type.getKey(), version)));
    }
}
