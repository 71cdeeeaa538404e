package io.dronedelivery.localcosmos.store;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The values that no two documents of a logical partition may have in common, as they are after the last write. A missing value counts as
 * null. Guarded by the partition's lock.
 */
final class UniqueKeys {
    private static final int MAX_KEYS = 10;
    private static final int MAX_PATHS = 16;

    private final List<Set<PropertyPath>> keys;
    private final Map<Claim, DocumentKey> owners = new HashMap<>();
    private final Map<DocumentKey, List<Claim>> claims = new HashMap<>();

    UniqueKeys(List<Set<PropertyPath>> keys) {
        this.keys = keys;
    }

    /**
     * The values of a document for one of the unique keys.
     *
     * @param number of the unique key
     * @param values in the order of its paths
     */
    record Claim(Scalar partitionKey, int number, List<Object> values) {}

    /**
     * Reads the policy of a container.
     *
     * @return the paths of each unique key
     * @throws ServiceException 400 naming what is wrong
     */
    static List<Set<PropertyPath>> parse(JsonNode policy) {
        JsonNode keys = policy.path("uniqueKeys");
        if (keys.isMissingNode() || keys.isNull()) {
            return List.of();
        }
        if (!keys.isArray() || keys.size() > MAX_KEYS) {
            throw ServiceException.badRequest(
                    "'uniqueKeyPolicy.uniqueKeys' is not an array of at most " + MAX_KEYS + " unique keys.");
        }
        List<Set<PropertyPath>> parsed = StreamSupport.stream(keys.spliterator(), false)
                .map(UniqueKeys::paths)
                .toList();
        if (Set.copyOf(parsed).size() < parsed.size()) {
            throw ServiceException.badRequest("'uniqueKeyPolicy.uniqueKeys' has the same unique key twice.");
        }
        return parsed;
    }

    private static Set<PropertyPath> paths(JsonNode key) {
        JsonNode paths = key.path("paths");
        if (!paths.isArray() || paths.isEmpty() || paths.size() > MAX_PATHS) {
            throw ServiceException.badRequest("A unique key has 'paths', an array of 1 to " + MAX_PATHS + " paths.");
        }
        Set<PropertyPath> parsed = new HashSet<>();
        for (JsonNode text : paths) {
            PropertyPath path = PropertyPath.parse("unique key", text.asString(""));
            if (path.isSystemProperty()) {
                throw ServiceException.notModelled("The unique key path '" + path + "', a system property,");
            }
            if (!parsed.add(path)) {
                throw ServiceException.badRequest("A unique key has the path '" + path + "' twice.");
            }
        }
        return Set.copyOf(parsed);
    }

    List<Claim> claimsOf(DocumentKey document, byte[] body) {
        JsonNode json = Json.readObject(body);
        return IntStream.range(0, keys.size())
                .mapToObj(number -> new Claim(
                        document.partitionKey(),
                        number,
                        keys.get(number).stream().map(path -> value(json, path)).toList()))
                .toList();
    }

    private static Object value(JsonNode document, PropertyPath path) {
        JsonNode found = path.in(document);
        Scalar scalar = found.isMissingNode() ? Scalar.NULL : Scalar.of(found);
        return scalar == null ? found : scalar;
    }

    @Nullable
    DocumentKey owner(Claim claim) {
        return owners.get(claim);
    }

    /** Makes these the claims of a document, which has none without any. Returns those before. */
    List<Claim> claim(DocumentKey document, List<Claim> mine) {
        List<Claim> before = mine.isEmpty() ? claims.remove(document) : claims.put(document, mine);
        if (before != null) {
            before.forEach(claim -> owners.remove(claim, document));
        }
        mine.forEach(claim -> owners.put(claim, document));
        return before == null ? List.of() : before;
    }
}
