package io.dronedelivery.messaging.contract;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/**
 * A message as it lies on the wire, valid or not.
 *
 * @param key the record key on Kafka; says the session on Service Bus
 * @param attributes CloudEvents attributes by their bare names, such as {@code specversion}, in the broker's binary binding;
 *     {@code datacontenttype} is the content type
 * @param data the body; empty for none
 */
public record RawMessage(String key, Map<String, String> attributes, byte[] data) {

    /** This message without one attribute. */
    public RawMessage without(String attribute) {
        Map<String, String> fewer = new TreeMap<>(attributes);
        fewer.remove(attribute);
        return new RawMessage(key, fewer, data);
    }

    /** This message with another value of an attribute. */
    public RawMessage with(String attribute, String value) {
        Map<String, String> changed = new TreeMap<>(attributes);
        changed.put(attribute, value);
        return new RawMessage(key, changed, data);
    }

    /** This message with another body. */
    public RawMessage withData(String text) {
        return new RawMessage(key, attributes, text.getBytes(StandardCharsets.UTF_8));
    }
}
