package io.dronedelivery.localservicebus.amqp;

import io.dronedelivery.localservicebus.broker.BrokerRefusal;
import io.dronedelivery.localservicebus.broker.Conditions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.qpid.proton.amqp.Binary;
import org.apache.qpid.proton.amqp.messaging.AmqpValue;
import org.apache.qpid.proton.message.Message;
import org.jspecify.annotations.Nullable;

/** The map in a management request. Errors name the field. */
record ManagementBody(Map<String, Object> fields) {
    static ManagementBody of(Message request) {
        Object body = request.getBody() instanceof AmqpValue value ? value.getValue() : null;
        if (!(body instanceof Map<?, ?> map)) {
            throw new BrokerRefusal(Conditions.INVALID_FIELD, "A management request's body must be a map.");
        }
        return new ManagementBody(Settlements.withStringKeys(map));
    }

    static ManagementBody of(@Nullable Object map, String what) {
        if (!(map instanceof Map<?, ?> fields)) {
            throw new BrokerRefusal(Conditions.INVALID_FIELD, "'%s' must be a map.".formatted(what));
        }
        return new ManagementBody(Settlements.withStringKeys(fields));
    }

    @Nullable
    Object get(String name) {
        return fields.get(name);
    }

    String text(String name) {
        return RequestProperties.text(required(name, Object.class));
    }

    @Nullable
    String optionalText(String name) {
        Object value = fields.get(name);
        return value == null ? null : RequestProperties.text(value);
    }

    long number(String name) {
        return required(name, Number.class).longValue();
    }

    byte[] binary(String name) {
        return bytes(required(name, Binary.class));
    }

    byte @Nullable [] optionalBinary(String name) {
        return fields.get(name) instanceof Binary binary ? bytes(binary) : null;
    }

    List<?> list(String name) {
        return required(name, List.class);
    }

    Map<String, Object> map(String name) {
        return fields.get(name) instanceof Map<?, ?> map ? Settlements.withStringKeys(map) : Map.of();
    }

    List<UUID> tokens() {
        Object value = fields.get("lock-tokens");
        if (value instanceof UUID[] array) {
            return Arrays.asList(array);
        }
        throw missing("lock-tokens");
    }

    List<Long> sequenceNumbers() {
        Object value = fields.get("sequence-numbers");
        List<Long> numbers = new ArrayList<>();
        if (value instanceof long[] array) {
            Arrays.stream(array).forEach(numbers::add);
        } else if (value instanceof Long[] array) {
            numbers.addAll(Arrays.asList(array));
        } else {
            throw missing("sequence-numbers");
        }
        return numbers;
    }

    private <T> T required(String name, Class<T> type) {
        Object value = fields.get(name);
        if (!type.isInstance(value)) {
            throw missing(name);
        }
        return type.cast(value);
    }

    private static BrokerRefusal missing(String name) {
        return new BrokerRefusal(
                Conditions.INVALID_FIELD, "The field '%s' is missing or of a wrong type.".formatted(name));
    }

    private static byte[] bytes(Binary binary) {
        return Arrays.copyOfRange(
                binary.getArray(), binary.getArrayOffset(), binary.getArrayOffset() + binary.getLength());
    }
}
