package io.dronedelivery.localcosmos.store;

import io.dronedelivery.localcosmos.sql.SortPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A container's indexing policy for ORDER BY, which the service serves from an index alone. A scan serves a filter on a path without an
 * index, as in the service.
 *
 * @param indexed false if the mode is {@code none}
 * @param composites the composite indexes, each with its sort keys
 */
public record IndexingPolicy(
        boolean indexed, List<IndexPath> included, List<IndexPath> excluded, List<List<SortPath>> composites) {
    private static final String ETAG = "/\"_etag\"/?";

    /**
     * Reads a policy and adds the service's defaults to it.
     *
     * @param policy is changed to the form that a client reads
     * @throws ServiceException 400 for a policy that the service would refuse
     */
    static IndexingPolicy complete(ObjectNode policy) {
        for (String name : List.of("includedPaths", "excludedPaths", "compositeIndexes")) {
            JsonNode entries = policy.path(name);
            if (!entries.isMissingNode() && !entries.isNull() && !entries.isArray()) {
                throw ServiceException.badRequest("'" + name + "' of an indexing policy is not an array.");
            }
        }
        String mode = Json.text(policy.path("indexingMode"), "consistent").toLowerCase(Locale.ROOT);
        if (!mode.equals("consistent") && !mode.equals("none")) {
            throw ServiceException.notModelled("The indexing mode '" + mode + "' (only consistent and none)");
        }
        boolean indexed = mode.equals("consistent");
        policy.put("indexingMode", mode);
        if (!policy.has("automatic")) {
            policy.put("automatic", indexed);
        }
        ArrayNode included = policy.withArray("includedPaths");
        ArrayNode excluded = policy.withArray("excludedPaths");
        if (indexed) {
            if (included.isEmpty() && excluded.isEmpty()) {
                included.addObject().put("path", "/*");
            }
            if (paths(excluded).stream().noneMatch(path -> path.text().equals(ETAG))) {
                excluded.addObject().put("path", ETAG);
            }
        }
        IndexingPolicy complete = new IndexingPolicy(
                indexed, paths(included), paths(excluded), composites(policy.path("compositeIndexes")));
        if (indexed && !complete.hasRoot()) {
            throw ServiceException.badRequest(
                    "The special mandatory indexing path \"/\" is not provided in any of the path type sets."
                            + " Please provide this path in one of the sets.");
        }
        return complete;
    }

    /**
     * Checks that an index can serve an order. The result also has documents without the property, whatever the policy names ("ORDER BY
     * clause in Azure Cosmos DB", documents with missing fields).
     *
     * @throws ServiceException 400 without such an index
     */
    public void checkOrder(List<SortPath> keys) {
        if (keys.size() > 1) {
            if (composites.stream().noneMatch(composite -> serves(composite, keys))) {
                throw ServiceException.badRequest(
                        "The order by query does not have a corresponding composite index that it can be served from.");
            }
            return;
        }
        if (keys.isEmpty()) {
            return;
        }
        List<String> path = keys.get(0).path();
        Optional<IndexPath> in = IndexPath.mostPrecise(included, path);
        Optional<IndexPath> out = IndexPath.mostPrecise(excluded, path);
        boolean always = path.equals(List.of("id")) || path.equals(List.of("_ts"));
        boolean isIncluded = in.isPresent()
                && (out.isEmpty() || in.get().precision() >= out.get().precision());
        if (!indexed || !isIncluded && !always) {
            throw ServiceException.badRequest(
                    "The index path corresponding to the specified order-by item is excluded.");
        }
    }

    /** Whether a composite index serves an order. It must have exactly the paths of the order, and can be read forwards and backwards. */
    private static boolean serves(List<SortPath> composite, List<SortPath> keys) {
        return composite.equals(keys)
                || composite.equals(keys.stream()
                        .map(key -> new SortPath(key.path(), !key.descending()))
                        .toList());
    }

    private boolean hasRoot() {
        return included.stream().anyMatch(IndexPath::isRoot)
                || excluded.stream().anyMatch(IndexPath::isRoot);
    }

    private static List<IndexPath> paths(ArrayNode json) {
        List<IndexPath> paths = new ArrayList<>();
        json.forEach(entry -> paths.add(IndexPath.parse(entry.path("path").asString(""))));
        return List.copyOf(paths);
    }

    private static List<List<SortPath>> composites(JsonNode json) {
        List<List<SortPath>> composites = new ArrayList<>();
        for (JsonNode composite : json) {
            List<SortPath> keys = new ArrayList<>();
            for (JsonNode key : composite) {
                String order = Json.text(key.path("order"), "ascending");
                if (!order.equalsIgnoreCase("ascending") && !order.equalsIgnoreCase("descending")) {
                    throw ServiceException.badRequest("The order '" + order
                            + "' of a composite index is unknown: ascending and descending are known.");
                }
                keys.add(new SortPath(
                        IndexPath.parse(key.path("path").asString("")).names(), order.equalsIgnoreCase("descending")));
            }
            if (keys.size() < 2) {
                throw ServiceException.badRequest("A composite index needs at least two paths.");
            }
            composites.add(List.copyOf(keys));
        }
        return List.copyOf(composites);
    }
}
