package io.dronedelivery.localstack.option;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.net.URL;
import java.util.Collection;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The names of the applications' properties: those in the metadata that their build writes, and below a map or a list the components of its
 * records. Serves to find the name that a user may have intended.
 */
final class PropertyNames {

    private static final String METADATA = "META-INF/spring-configuration-metadata.json";
    private static final String OWN_TYPES = "io.dronedelivery.";

    /** A name that differs by more is likely not a slip. */
    private static final int MOST_CHANGES = 3;

    private static final PropertyNames OF_APPLICATIONS = new PropertyNames();

    private final Node root = new Node();

    private PropertyNames() {
        try {
            ClassLoader loader = PropertyNames.class.getClassLoader();
            for (URL metadata : Collections.list(loader.getResources(METADATA))) {
                try (InputStream json = metadata.openStream()) {
                    read(JsonMapper.shared().readTree(json), loader);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void read(JsonNode metadata, ClassLoader loader) {
        for (JsonNode property : metadata.path("properties")) {
            if (property.path("sourceType").asString("").startsWith(OWN_TYPES)) {
                root.at(property.path("name").asString());
            }
        }
        for (JsonNode group : metadata.path("groups")) {
            String type = group.path("type").asString();
            if (type.startsWith(OWN_TYPES)) {
                try {
                    root.at(group.path("name").asString()).type = Class.forName(type, false, loader);
                } catch (ClassNotFoundException e) {
                    throw new IllegalStateException(METADATA + " names a type that does not exist", e);
                }
            }
        }
    }

    /** The name with known segments in place of those that are like them; empty when that changes nothing. */
    static Optional<String> intended(String name) {
        return Optional.of(OF_APPLICATIONS.closest(name)).filter(closest -> !closest.equals(name));
    }

    private String closest(String name) {
        StringBuilder closest = new StringBuilder();
        Node at = root;
        for (String segment : name.split("\\.")) {
            String index = segment.contains("[") ? segment.substring(segment.indexOf('[')) : "";
            String plain = segment.substring(0, segment.length() - index.length());
            String known = at.closest(plain);
            closest.append(closest.isEmpty() ? "" : ".").append(known).append(index);
            at = at.child(known);
        }
        return closest.toString();
    }

    /** One segment of a name. Its type is read when it is needed, because types may contain themselves. */
    private static final class Node {

        private final Map<String, Node> children = new TreeMap<>();
        private @Nullable Type type;

        Node at(String path) {
            Node node = this;
            for (String segment : path.split("\\.")) {
                node = node.children.computeIfAbsent(segment, name -> new Node());
            }
            return node;
        }

        /** The segment itself when it is known, free or like none; otherwise the most similar one. */
        String closest(String segment) {
            expand();
            if (children.isEmpty()) {
                return segment;
            }
            String best = segment;
            int fewest = Math.min(MOST_CHANGES, segment.length() / 2) + 1;
            for (String known : children.keySet()) {
                if (uniform(known).equals(uniform(segment))) {
                    return segment;
                }
                int changes = EditDistance.between(segment, known);
                if (changes < fewest) {
                    best = known;
                    fewest = changes;
                }
            }
            return best;
        }

        Node child(String segment) {
            return children.entrySet().stream()
                    .filter(child -> uniform(child.getKey()).equals(uniform(segment)))
                    .map(Map.Entry::getValue)
                    .findFirst()
                    .orElseGet(this::element);
        }

        /** What is below a free segment: an entry of a map. */
        private Node element() {
            Node element = new Node();
            if (type instanceof ParameterizedType map && map.getRawType() == Map.class) {
                element.type = map.getActualTypeArguments()[1];
            }
            return element;
        }

        private void expand() {
            Type expanded = type;
            if (expanded instanceof ParameterizedType list
                    && list.getRawType() instanceof Class<?> raw
                    && Collection.class.isAssignableFrom(raw)) {
                expanded = list.getActualTypeArguments()[0];
            }
            if (expanded instanceof Class<?> record && record.isRecord()) {
                for (RecordComponent component : record.getRecordComponents()) {
                    Node child = at(component
                            .getName()
                            .replaceAll("([a-z0-9])([A-Z])", "$1-$2")
                            .toLowerCase(Locale.ROOT));
                    if (child.type == null) {
                        child.type = component.getGenericType();
                    }
                }
            }
        }

        /** Spring takes names without dashes and in any case, too. */
        private static String uniform(String segment) {
            return segment.replace("-", "").replace("_", "").toLowerCase(Locale.ROOT);
        }
    }
}
