package io.dronedelivery.localcosmos.store;

import io.dronedelivery.localcosmos.throughput.Throughput;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

public final class CosmosDatabase {
    private final String id;
    private final int number;
    private final long createdAt;
    private final @Nullable Throughput throughput;
    private final Map<String, Container> containers = new ConcurrentSkipListMap<>();

    CosmosDatabase(String id, int number, long createdAt, @Nullable Throughput throughput) {
        this.id = id;
        this.number = number;
        this.createdAt = createdAt;
        this.throughput = throughput;
    }

    public String id() {
        return id;
    }

    public int number() {
        return number;
    }

    /** Seconds since 1970. */
    public long createdAt() {
        return createdAt;
    }

    public String rid() {
        return ResourceIds.database(number);
    }

    public String offerRid() {
        return ResourceIds.offer(number);
    }

    /** The throughput that containers without their own share, or null. */
    public @Nullable Throughput throughput() {
        return throughput;
    }

    public String self() {
        return "dbs/" + rid() + "/";
    }

    public Collection<Container> containers() {
        return containers.values();
    }

    /**
     * Finds the requested container.
     *
     * @throws ServiceException 404
     */
    public Container container(String nameOrRid) {
        return find(nameOrRid).orElseThrow(() -> ServiceException.notFound("the container '" + nameOrRid + "'"));
    }

    /**
     * Finds the container of a requested resource.
     *
     * @throws ServiceException 404/1003
     */
    public Container owningContainer(String nameOrRid) {
        return find(nameOrRid).orElseThrow(() -> ServiceException.ownerNotFound("the container '" + nameOrRid + "'"));
    }

    private Optional<Container> find(String nameOrRid) {
        return Optional.ofNullable(containers.get(nameOrRid))
                .or(() -> containers.values().stream()
                        .filter(container -> container.rid().equals(nameOrRid))
                        .findFirst());
    }

    boolean has(String container) {
        return containers.containsKey(container);
    }

    void add(Container container) {
        containers.put(container.id(), container);
    }

    void remove(Container container) {
        containers.remove(container.id());
    }

    public ObjectNode toJson() {
        return Json.MAPPER
                .createObjectNode()
                .put("id", id)
                .put("_rid", rid())
                .put("_self", self())
                .put("_etag", "\"" + rid() + "\"")
                .put("_colls", "colls/")
                .put("_users", "users/")
                .put("_ts", createdAt);
    }
}
