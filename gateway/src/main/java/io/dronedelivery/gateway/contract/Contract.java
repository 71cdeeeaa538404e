package io.dronedelivery.gateway.contract;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The OpenAPI document of a backend. References are followed inside of the document. */
public final class Contract {

    private static final int MOST_HOPS = 20;
    private static final Pattern WHOLE_VARIABLE = Pattern.compile("\\{[^}]*}");

    private final String backend;
    private final Map<?, ?> document;

    /** @param document as {@link ContractReader} has read it */
    Contract(String backend, Map<?, ?> document) {
        this.backend = backend;
        this.document = document;
    }

    public String backend() {
        return backend;
    }

    public boolean isOfVersion30() {
        return String.valueOf(document.get("openapi")).startsWith("3.0");
    }

    /**
     * The operation of a method at a path.
     *
     * @param path a template without a query. Its variables stand for any variables of the document, whatever their names
     * @return null when there is none
     */
    public @Nullable ContractOperation operation(String method, String path) {
        String[] segments = path.split("/", -1);
        Map<?, ?> found = null;
        String[] template = null;
        int mostLiterals = -1;
        for (Map.Entry<?, ?> entry : map(document.get("paths")).entrySet()) {
            String[] candidate = entry.getKey().toString().split("/", -1);
            Map<?, ?> item = map(resolve(entry.getValue()));
            int literals = literals(candidate, segments);
            if (literals > mostLiterals && item.get(method.toLowerCase(Locale.ROOT)) instanceof Map) {
                found = item;
                template = candidate;
                mostLiterals = literals;
            }
        }
        return found == null || template == null
                ? null
                : new ContractOperation(
                        this, template, segments, found, map(found.get(method.toLowerCase(Locale.ROOT))));
    }

    /** How many segments are the same text, -1 when the path does not match. */
    private static int literals(String[] template, String[] path) {
        int literals = 0;
        for (int i = 0; i < template.length; i++) {
            if (template.length != path.length) {
                return -1;
            }
            if (template[i].equals(path[i]) && template[i].indexOf('{') < 0) {
                literals++;
            } else if (template[i].indexOf('{') < 0
                    || !WHOLE_VARIABLE.matcher(template[i]).matches() && path[i].indexOf('{') < 0) {
                return -1;
            }
        }
        return literals;
    }

    /**
     * What a value stands for: itself, or what its {@code $ref} leads to.
     *
     * @return null when the reference leads to nothing in this document
     */
    public @Nullable Object resolve(@Nullable Object value) {
        Object at = value;
        for (int hops = 0; reference(at) != null; hops++) {
            at = hops < MOST_HOPS ? find(String.valueOf(reference(at))) : null;
        }
        return at;
    }

    /** The {@code $ref} of a value, null when it has none. */
    public static @Nullable String reference(@Nullable Object value) {
        return value instanceof Map<?, ?> map && map.get("$ref") instanceof String reference ? reference : null;
    }

    private @Nullable Object find(String reference) {
        if (!reference.startsWith("#/")) {
            return null;
        }
        Object at = document;
        for (String name : reference.substring(2).split("/", -1)) {
            at = at == null ? null : map(at).get(name.replace("~1", "/").replace("~0", "~"));
        }
        return at;
    }

    /** The first reference in a schema, or in one that it refers to, that leads to nothing; null when there is none. */
    @Nullable
    String deadReference(@Nullable Object schema, Collection<Object> seen) {
        String reference = reference(schema);
        if (reference != null) {
            Object target = resolve(schema);
            if (target == null) {
                return reference;
            }
            return seen.contains(reference) || !seen.add(reference) ? null : deadReference(target, seen);
        }
        Collection<?> inner =
                schema instanceof Map<?, ?> map ? map.values() : schema instanceof List<?> list ? list : List.of();
        return inner.stream()
                .map(value -> deadReference(value, seen))
                .filter(dead -> dead != null)
                .findFirst()
                .orElse(null);
    }

    /** The value as an object, empty when it is something else. */
    static Map<?, ?> map(@Nullable Object value) {
        return value instanceof Map<?, ?> map ? map : Map.of();
    }
}
