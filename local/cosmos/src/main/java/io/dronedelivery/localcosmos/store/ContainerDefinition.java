package io.dronedelivery.localcosmos.store;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A client's definition of a container, as far as it is modelled.
 *
 * @param partitionKeyPaths one, or up to three of a hierarchical partition key
 * @param uniqueKeys the paths of each unique key
 * @param json the client's JSON with the service's additions; returned when the container is read
 */
public record ContainerDefinition(
        String id,
        List<PropertyPath> partitionKeyPaths,
        List<Set<PropertyPath>> uniqueKeys,
        IndexingPolicy indexing,
        ObjectNode json) {
    /** What the service adds to the definition that a client reads. */
    private static final List<String> ADDED =
            List.of("_rid", "_ts", "_self", "_etag", "_docs", "_sprocs", "_triggers", "_udfs", "_conflicts");

    private static final String RETENTION = "retentionDuration";
    private static final Duration DEFAULT_RETENTION = Duration.ofDays(7);
    private static final String MULTI_HASH = "MultiHash";
    private static final int MAX_LEVELS = 3;

    /** Policies that change the behaviour of operations. */
    private static final List<String> NOT_MODELLED = List.of(
            "analyticalStorageTtl",
            "computedProperties",
            "clientEncryptionPolicy",
            "vectorEmbeddingPolicy",
            "fullTextPolicy",
            "materializedViewDefinition",
            "partitionKeyDeletesStatus");

    /**
     * Reads the body of a request that creates a container.
     *
     * @throws ServiceException 400 naming the first wrong or unmodelled part
     */
    public static ContainerDefinition parse(ObjectNode body) {
        String id = checkedId(body, "container");
        for (String name :
                List.of("indexingPolicy", "uniqueKeyPolicy", "conflictResolutionPolicy", "changeFeedPolicy")) {
            JsonNode policy = body.path(name);
            if (!policy.isMissingNode() && !policy.isNull() && !policy.isObject()) {
                throw ServiceException.badRequest("The container property '" + name + "' is not an object.");
            }
        }
        for (String name : NOT_MODELLED) {
            if (isPresent(body.path(name))) {
                throw ServiceException.notModelled("The container property '" + name + "'");
            }
        }
        for (String index : List.of("spatialIndexes", "vectorIndexes", "fullTextIndexes")) {
            if (index.equals("spatialIndexes") && isDefaultSpatial(body)) {
                continue;
            }
            if (isPresent(body.path("indexingPolicy").path(index))) {
                throw ServiceException.notModelled("The container property 'indexingPolicy." + index + "'");
            }
        }
        String conflicts = Json.text(body.path("conflictResolutionPolicy").path("mode"), "LastWriterWins");
        if (!conflicts.equalsIgnoreCase("LastWriterWins")) {
            throw ServiceException.notModelled("The container property 'conflictResolutionPolicy.mode' " + conflicts);
        }
        List<PropertyPath> paths = partitionKeyPaths(body.path("partitionKey"));
        ObjectNode json = body.deepCopy();
        json.withObject("/partitionKey")
                .put("kind", isHierarchical(body.path("partitionKey")) ? MULTI_HASH : "Hash")
                .put("version", 2);
        json.remove(ADDED);
        IndexingPolicy indexing = IndexingPolicy.complete(json.withObject("/indexingPolicy"));
        checkTimeToLive(json, indexing);
        JsonNode retention = json.path("changeFeedPolicy").path(RETENTION);
        if (!retention.isMissingNode() && (!retention.canConvertToInt() || retention.asInt() < 0)) {
            throw ServiceException.badRequest(
                    "'changeFeedPolicy." + RETENTION + "' is no number of minutes, but " + retention + ".");
        }
        if (!isPresent(json.path("conflictResolutionPolicy"))) {
            json.putObject("conflictResolutionPolicy")
                    .put("mode", "LastWriterWins")
                    .put("conflictResolutionPath", "/_ts")
                    .put("conflictResolutionProcedure", "");
        }
        return new ContainerDefinition(id, paths, UniqueKeys.parse(body.path("uniqueKeyPolicy")), indexing, json);
    }

    /** A definition with only a name and a partition key, such as {@code /ownerId}. */
    public static ContainerDefinition of(String id, String partitionKeyPath) {
        ObjectNode body = Json.MAPPER.createObjectNode().put("id", id);
        body.putObject("partitionKey").putArray("paths").add(partitionKeyPath);
        return parse(body);
    }

    /**
     * Reads the body of a request that replaces this definition.
     *
     * @throws ServiceException 400 naming the first wrong, unmodelled or unchangeable part, 403 for other unique keys
     */
    public ContainerDefinition replacedBy(ObjectNode body) {
        ContainerDefinition changed = parse(body);
        if (!changed.id.equals(id)) {
            throw ServiceException.badRequest(
                    "The id '" + changed.id + "' in the body differs from '" + id + "': a container keeps its id.");
        }
        boolean sameKind =
                isHierarchical(changed.json.path("partitionKey")) == isHierarchical(json.path("partitionKey"));
        if (!sameKind || !changed.partitionKeyPaths.equals(partitionKeyPaths)) {
            throw ServiceException.badRequest("Document collection partition key cannot be changed.");
        }
        if (!Set.copyOf(changed.uniqueKeys).equals(Set.copyOf(uniqueKeys))) {
            throw ServiceException.forbidden(
                    "The unique index cannot be modified. To change the unique index, remove the collection and re-create a new one.");
        }
        if (!changed.conflictPath().equals(conflictPath())) {
            throw ServiceException.badRequest("Document collection conflict resolution policy cannot be changed.");
        }
        return changed;
    }

    private String conflictPath() {
        return Json.text(json.path("conflictResolutionPolicy").path("conflictResolutionPath"), "/_ts");
    }

    /** Seconds, -1 or {@link TimeToLive#OFF}. */
    int defaultTtl() {
        return json.path("defaultTtl").asInt(TimeToLive.OFF);
    }

    /** How many seconds the change feed of all versions and deletes goes back; without a policy those of continuous backups. */
    public long changeFeedSeconds() {
        long minutes = json.path("changeFeedPolicy").path(RETENTION).asLong(0);
        return minutes == 0
                ? DEFAULT_RETENTION.toSeconds()
                : Duration.ofMinutes(minutes).toSeconds();
    }

    private static void checkTimeToLive(ObjectNode json, IndexingPolicy indexing) {
        JsonNode ttl = json.path("defaultTtl");
        if (ttl.isNull()) {
            json.remove("defaultTtl");
        } else if (!ttl.isMissingNode() && !TimeToLive.isValid(ttl)) {
            throw ServiceException.badRequest("The 'defaultTtl' of a container is a whole number of seconds from 1 to "
                    + Integer.MAX_VALUE + ", or -1, but is " + ttl + ".");
        } else if (!ttl.isMissingNode() && !indexing.indexed()) {
            throw ServiceException.badRequest("A 'defaultTtl' needs the indexing mode 'consistent'.");
        }
    }

    /** The id of a database or container, which must be valid as one segment of a path. */
    static String checkedId(ObjectNode body, String kind) {
        String id = body.path("id").stringValue("");
        if (id.isBlank()
                || id.length() > 255
                || id.endsWith(" ")
                || id.chars().anyMatch(c -> "/\\?#".indexOf(c) >= 0)) {
            throw ServiceException.badRequest("The 'id' of a " + kind
                    + " must have 1 to 255 characters, none of them '/', '\\', '?' or '#', and not end with a space.");
        }
        return id;
    }

    private static boolean isHierarchical(JsonNode partitionKey) {
        return Json.text(partitionKey.path("kind"), "").equalsIgnoreCase(MULTI_HASH);
    }

    private static List<PropertyPath> partitionKeyPaths(JsonNode partitionKey) {
        if (!partitionKey.isObject()) {
            throw ServiceException.badRequest("The container property 'partitionKey' is missing.");
        }
        String kind = Json.text(partitionKey.path("kind"), "Hash");
        boolean hierarchical = isHierarchical(partitionKey);
        if (!hierarchical && !kind.equalsIgnoreCase("Hash")) {
            throw ServiceException.notModelled("The partition key kind '" + kind + "' (only Hash and MultiHash)");
        }
        // The Java SDK sends "V2", others send 2. Without a version the service chooses 2, and adds it to the answer,
        // where SDKs read it.
        String version = Json.text(partitionKey.path("version"), "2");
        if (!version.equals("2") && !version.equalsIgnoreCase("V2")) {
            throw ServiceException.notModelled("The partition key version '" + version + "' (only version 2)");
        }
        JsonNode paths = partitionKey.path("paths");
        if (!paths.isArray() || paths.isEmpty() || paths.size() > (hierarchical ? MAX_LEVELS : 1)) {
            throw ServiceException.badRequest(
                    "The container property 'partitionKey.paths' must have exactly one path, or with the kind "
                            + MULTI_HASH + " up to " + MAX_LEVELS + ".");
        }
        List<PropertyPath> parsed = paths.valueStream()
                .map(text -> PropertyPath.parse("partition key", text.stringValue("")))
                .toList();
        for (PropertyPath path : parsed) {
            if (path.isSystemProperty()) { // a document has none of them when its partition is chosen
                throw ServiceException.notModelled("The partition key path '" + path + "', a system property,");
            }
        }
        if (Set.copyOf(parsed).size() < parsed.size()) {
            throw ServiceException.badRequest("The container property 'partitionKey.paths' has the same path twice.");
        }
        return parsed;
    }

    /** SDKs send an indexing policy that was read before, with all four shapes that the service had added. */
    private static boolean isDefaultSpatial(ObjectNode body) {
        JsonNode spatial = body.path("indexingPolicy").path("spatialIndexes");
        return spatial.size() == 1 && spatial.path(0).path("path").asString("").equals("/*");
    }

    private static boolean isPresent(JsonNode node) {
        return !node.isMissingNode() && !node.isNull() && !(node.isContainer() && node.isEmpty());
    }
}
