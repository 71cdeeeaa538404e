package io.dronedelivery.localcosmos.store;

import io.dronedelivery.localcosmos.throughput.Throughput;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.databind.node.ObjectNode;

/** A container: its definition, its provisioned throughput and its physical partitions. */
public final class Container {
    /**
     * The permanent identity of a container.
     *
     * @param databaseNumber number from which its database's resource id is made
     * @param number number from which its own resource id is made; never used twice
     * @param partitions number of physical partitions, fixed when it is created
     * @param createdAt seconds since 1970
     */
    public record Identity(String database, int databaseNumber, int number, int partitions, long createdAt) {}

    private final Identity identity;
    private volatile ContainerDefinition definition;
    private final DocumentScanner scanner;
    private final TimeToLive timeToLive;
    private final Throughput throughput;
    private final List<PhysicalPartition> partitions;
    private final AtomicLong sequences = new AtomicLong();
    private final String rid;
    private final String self;

    /** @param throughput of this container alone, or that of its database */
    Container(
            Identity identity,
            ContainerDefinition definition,
            Throughput throughput,
            StoreSettings settings,
            ChangeLog log) {
        this.identity = identity;
        this.definition = definition;
        this.scanner = new DocumentScanner(definition.partitionKeyPaths());
        this.timeToLive = new TimeToLive(settings.clock(), definition.defaultTtl());
        this.throughput = throughput;
        this.rid = ResourceIds.container(identity.databaseNumber(), identity.number());
        this.self = "dbs/" + databaseRid() + "/colls/" + rid + "/";
        List<PhysicalPartition> all = new ArrayList<>();
        for (int i = 0; i < identity.partitions(); i++) {
            EpkRange range = new EpkRange(
                    EffectivePartitionKey.boundary(i, identity.partitions()),
                    EffectivePartitionKey.boundary(i + 1, identity.partitions()));
            all.add(new PhysicalPartition(
                    i,
                    range,
                    scanner,
                    settings,
                    sequences::incrementAndGet,
                    document -> document.toTree(this),
                    timeToLive,
                    definition.uniqueKeys(),
                    log));
        }
        this.partitions = List.copyOf(all);
        log.serve(this);
    }

    public Identity identity() {
        return identity;
    }

    public String id() {
        return definition.id();
    }

    public String database() {
        return identity.database();
    }

    public String rid() {
        return rid;
    }

    public String databaseRid() {
        return ResourceIds.database(identity.databaseNumber());
    }

    public String offerRid() {
        return ResourceIds.offer(identity.number());
    }

    /** The path of this container by resource ids, with a trailing slash. */
    public String self() {
        return self;
    }

    public String path() {
        return "dbs/" + database() + "/colls/" + id();
    }

    public ContainerDefinition definition() {
        return definition;
    }

    void replace(ContainerDefinition changed) {
        definition = changed;
        timeToLive.change(changed.defaultTtl());
    }

    /** Deletes expired documents, of each partition at most {@code most}. */
    void deleteExpired(int most) {
        if (timeToLive.isOn()) {
            partitions.forEach(partition -> partition.deleteExpired(most));
        }
    }

    /** The throughput of this container, or of its database when it is shared. */
    public Throughput throughput() {
        return throughput;
    }

    public DocumentScanner scanner() {
        return scanner;
    }

    public List<PhysicalPartition> partitions() {
        return partitions;
    }

    public PhysicalPartition partitionOf(Scalar partitionKey) {
        EffectivePartitionKey epk = EffectivePartitionKey.of(partitionKey);
        for (PhysicalPartition partition : partitions) {
            if (partition.range().contains(epk)) {
                return partition;
            }
        }
        throw new IllegalStateException("No partition for " + epk); // the ranges cover the ring
    }

    /**
     * Finds a partition by the id of its key range.
     *
     * @throws ServiceException 410 when there is no such range
     */
    public PhysicalPartition partition(String rangeId) {
        return partitions.stream()
                .filter(partition -> partition.id().equals(rangeId))
                .findFirst()
                .orElseThrow(() -> ServiceException.partitionGone(rangeId));
    }

    public String partitionRid(PhysicalPartition partition) {
        return ResourceIds.partition(identity.databaseNumber(), identity.number(), partition.index());
    }

    String documentRid(long sequence) {
        return ResourceIds.document(identity.databaseNumber(), identity.number(), sequence);
    }

    public void restore(Change change) {
        sequences.accumulateAndGet(change.document().sequence(), Math::max);
        partitionOf(change.document().key().partitionKey()).restore(change);
    }

    /** Restores the position of a partition. No sequence number up to {@code sequence} is used again. */
    public void restorePosition(int partition, long lsn, long sequence) {
        sequences.accumulateAndGet(sequence, Math::max);
        partitions.get(partition).restorePosition(lsn);
    }

    /** The sequence number of the last created document. */
    public long lastSequence() {
        return sequences.get();
    }

    /** The entity tag of the definition. */
    public String etag() {
        return "\"" + rid + "-"
                + Integer.toHexString(definition.json().toString().hashCode()) + "\"";
    }

    /** The container as a client sees it. */
    public ObjectNode toJson() {
        ObjectNode json = definition.json().deepCopy();
        json.put("_rid", rid)
                .put("_ts", identity.createdAt())
                .put("_self", self)
                .put("_etag", etag())
                .put("_docs", "docs/")
                .put("_sprocs", "sprocs/")
                .put("_triggers", "triggers/")
                .put("_udfs", "udfs/")
                .put("_conflicts", "conflicts/");
        return json;
    }
}
