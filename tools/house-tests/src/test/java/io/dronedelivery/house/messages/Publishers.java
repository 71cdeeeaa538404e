package io.dronedelivery.house.messages;

import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaConstructorCall;
import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.dronedelivery.delivery.outbox.StoredEvent;
import io.dronedelivery.messaging.event.EventData;
import io.dronedelivery.messaging.event.EventPublisher;
import io.dronedelivery.messaging.event.OutboundEvent;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import tools.jackson.databind.json.JsonMapper;

/**
 * The classes of the services that make events, found in their code: those that begin a CloudEvent with its type, and those that store
 * one to be sent later. Each has one method that does it, which is called with made-up arguments.
 */
final class Publishers {

    private Publishers() {}

    /** One call of a publisher and what it has written. */
    record Written(String publisher, List<Data> events) {}

    /** The data of one event. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Data(String type, int version, byte[] bytes) {

        @Override
        public String toString() {
            return MessageSchema.name(type, version) + " " + new String(bytes, java.nio.charset.StandardCharsets.UTF_8);
        }
    }

    /** What each publisher writes. */
    static List<Arbitrary<Written>> all() {
        return Stream.of(Service.values())
                .flatMap(service -> service.classes().stream()
                        .filter(Publishers::makesEvents)
                        .map(type -> written(type.reflect(), service.json())))
                .toList();
    }

    /** {@link StoredEvent} only sends what others have stored. */
    private static boolean makesEvents(JavaClass type) {
        return !type.isEquivalentTo(StoredEvent.class)
                && (type.getMethodCallsFromSelf().stream().anyMatch(Publishers::setsType)
                        || type.getConstructorCallsFromSelf().stream().anyMatch(Publishers::stores));
    }

    private static boolean setsType(JavaCall<?> call) {
        return call.getName().equals("withType") && call.getTargetOwner().isAssignableTo(CloudEventBuilder.class);
    }

    private static boolean stores(JavaConstructorCall call) {
        return call.getTargetOwner().isEquivalentTo(StoredEvent.class);
    }

    private static Arbitrary<Written> written(Class<?> publisher, JsonMapper json) {
        List<Method> methods = Arrays.stream(publisher.getDeclaredMethods())
                .filter(method -> !Modifier.isPrivate(method.getModifiers())
                        && !Modifier.isStatic(method.getModifiers())
                        && !method.isSynthetic()
                        && !isOfEachRecord(method))
                .toList();
        if (methods.size() != 1) {
            throw new IllegalStateException(publisher + " makes events and has another than one method: " + methods);
        }
        Method method = methods.get(0);
        List<Arbitrary<@Nullable Object>> arguments = Arrays.stream(method.getParameters())
                .map(parameter -> EventValues.of(parameter.getName(), parameter.getParameterizedType()))
                .toList();
        return Combinators.combine(arguments).as(values -> call(publisher, method, values.toArray(), json));
    }

    private static boolean isOfEachRecord(Method method) {
        Class<?> type = method.getDeclaringClass();
        return type.isRecord()
                && (Set.of("equals", "hashCode", "toString").contains(method.getName())
                        || Arrays.stream(type.getRecordComponents())
                                .anyMatch(part -> part.getAccessor().equals(method)));
    }

    private static Written call(Class<?> publisher, Method method, @Nullable Object[] arguments, JsonMapper json) {
        List<OutboundEvent> published = new ArrayList<>();
        EventPublisher broker = event -> Mono.fromRunnable(() -> published.add(event));
        Object target = Reflection.make(
                publisher,
                type -> type.isInstance(json) ? json : type == EventData.class ? new EventData(json) : broker);
        Object result = Reflection.call(method, target, arguments);
        List<Data> events = new ArrayList<>();
        if (result instanceof Mono<?> publication) {
            publication.block();
            published.forEach(event -> events.add(data(event.event())));
        } else {
            ((List<?>) result).forEach(event -> events.add(data(event)));
        }
        return new Written(publisher.getName(), events);
    }

    private static Data data(Object event) {
        if (event instanceof StoredEvent stored) {
            return new Data(stored.type(), stored.version(), MessageSchema.JSON.writeValueAsBytes(stored.data()));
        }
        CloudEvent sent = event instanceof OutboundEvent outbound ? outbound.event() : (CloudEvent) event;
        String schema =
                Objects.requireNonNull(sent.getDataSchema(), "dataschema").toString();
        return new Data(
                sent.getType(),
                Integer.parseInt(schema.substring(schema.lastIndexOf(':') + 1)),
                Objects.requireNonNull(sent.getData(), "data").toBytes());
    }

    static Arbitrary<Written> any() {
        return Arbitraries.of(all()).flatMap(written -> written);
    }
}
