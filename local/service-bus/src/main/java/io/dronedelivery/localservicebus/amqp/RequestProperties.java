package io.dronedelivery.localservicebus.amqp;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.qpid.proton.amqp.Binary;
import org.apache.qpid.proton.message.Message;
import org.jspecify.annotations.Nullable;

/** The application properties of a request as text. Some clients write values and keys as binaries or symbols. */
final class RequestProperties {
    private final Map<String, String> properties = new LinkedHashMap<>();

    RequestProperties(Message request) {
        if (request.getApplicationProperties() != null) {
            Map<?, ?> sent = request.getApplicationProperties().getValue();
            sent.forEach((key, value) -> {
                if (value != null) {
                    properties.put(text(key), text(value));
                }
            });
        }
    }

    /** The text of a value of any of these types. */
    static String text(@Nullable Object value) {
        return value instanceof Binary binary
                ? new String(binary.getArray(), binary.getArrayOffset(), binary.getLength(), StandardCharsets.UTF_8)
                : String.valueOf(value);
    }

    @Nullable
    String get(String name) {
        return properties.get(name);
    }
}
