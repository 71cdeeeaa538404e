package io.dronedelivery.messaging.deadletter;

import io.cloudevents.core.builder.CloudEventBuilder;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.messaging.event.WireAttributes;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The changes of an operator to a dead letter before it is sent again.
 *
 * @param data replaces the dead letter's data; null keeps it
 * @param attributes of CloudEvents that are added or replaced, by their names without prefix
 * @param why in the operator's words
 */
record Mending(byte @Nullable [] data, Map<String, String> attributes, String why) {

    static final Pattern ATTRIBUTE_NAME = Pattern.compile("[a-z0-9]{1,20}");

    private static final int MOST_FIELDS = 20;
    private static final JsonMapper JSON = JsonMapper.shared();

    /**
     * Checks that the subscription can handle the mended event.
     *
     * @return the changed attributes and those that record the mending
     * @throws org.springframework.web.ErrorResponseException naming what is wrong
     */
    Map<String, String> checked(WaitingDeadLetter letter, EventSubscription subscription, String by) {
        String id = attributes.get("id");
        if (id != null && !letter.eventId().isBlank() && !letter.eventId().equals(id)) {
            throw DeadLetterProblems.invalid(
                    "attributes.id", "must not change: by its id handlers know whether they had the event");
        }
        Map<String, String> all = new HashMap<>(letter.attributes());
        all.putAll(attributes);
        check(letter, all, subscription);
        Map<String, String> merged = new LinkedHashMap<>(attributes);
        merged.put(ResentAttributes.MENDED, String.join(" ", changes(letter)));
        merged.put(ResentAttributes.MENDED_WHY, why);
        merged.put(ResentAttributes.MENDED_BY, by);
        return merged;
    }

    private void check(WaitingDeadLetter letter, Map<String, String> all, EventSubscription subscription) {
        try {
            WireAttributes.check(all::get);
            CloudEventBuilder event = CloudEventBuilder.v1();
            all.forEach((name, value) -> {
                if (!name.equals("specversion")) {
                    event.withContextAttribute(name, value);
                }
            });
            subscription.check(
                    event.withData(data == null ? letter.data() : data).build());
        } catch (RuntimeException e) {
            throw DeadLetterProblems.invalid(
                    data == null ? "attributes" : "data", "would not be handled: " + e.getMessage());
        }
    }

    private Set<String> changes(WaitingDeadLetter letter) {
        Set<String> changes = new TreeSet<>();
        attributes.forEach((name, value) -> {
            if (!value.equals(letter.attributes().get(name))) {
                changes.add(name);
            }
        });
        if (data != null) {
            addChanges(parsed(letter.data()), parsed(data), "", changes);
        }
        return changes;
    }

    private static @Nullable JsonNode parsed(byte[] json) {
        try {
            return json.length == 0 ? null : JSON.readTree(json);
        } catch (JacksonException e) {
            // Data that was not JSON counts as changed as a whole.
            return null;
        }
    }

    private static void addChanges(
            @Nullable JsonNode before, @Nullable JsonNode after, String pointer, Set<String> changes) {
        if (changes.size() >= MOST_FIELDS || before != null && before.equals(after)) {
            return;
        }
        if (before != null && after != null && before.isObject() && after.isObject()) {
            Set<String> names = new TreeSet<>(before.propertyNames());
            names.addAll(after.propertyNames());
            for (String name : names) {
                String step = name.replace("~", "~0").replace("/", "~1").replace(" ", "%20");
                addChanges(before.get(name), after.get(name), pointer + "/" + step, changes);
            }
        } else if (before != null && after != null && before.isArray() && after.isArray()) {
            for (int i = 0; i < Math.max(before.size(), after.size()); i++) {
                addChanges(before.get(i), after.get(i), pointer + "/" + i, changes);
            }
        } else {
            changes.add(pointer.isEmpty() ? "/" : pointer);
        }
    }
}
