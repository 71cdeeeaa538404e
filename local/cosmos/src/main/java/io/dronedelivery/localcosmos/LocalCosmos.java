package io.dronedelivery.localcosmos;

import io.dronedelivery.localcosmos.journal.AccountDirectory;
import io.dronedelivery.localcosmos.protocol.CosmosFaults;
import io.dronedelivery.localcosmos.protocol.CosmosServer;
import io.dronedelivery.localcosmos.protocol.Region;
import io.dronedelivery.localcosmos.store.Account;
import io.dronedelivery.localcosmos.store.Catalogue;
import io.dronedelivery.localcosmos.store.Container;
import io.dronedelivery.localcosmos.store.CosmosDatabase;
import io.dronedelivery.localcosmos.store.PhysicalPartition;
import io.dronedelivery.localcosmos.store.Scalar;
import io.dronedelivery.localcosmos.store.StoreSettings;
import io.dronedelivery.localcosmos.throughput.PartitionBudget;
import io.dronedelivery.localcosmos.throughput.Throughput;
import io.dronedelivery.localkit.FaultList;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A stand-in of Azure Cosmos DB for NoSQL inside this JVM, on loopback by default, for SDKs in gateway mode:
 *
 * <pre>{@code
 * try (LocalCosmos cosmos = LocalCosmos.start(o -> o.partitions(9).latency(Latency.fixed(Duration.ofMillis(50))))) {
 *     CosmosAsyncClient client = new CosmosClientBuilder()
 *             .endpoint(cosmos.endpoint()).key(cosmos.key()).gatewayMode().buildAsyncClient();
 * }
 * }</pre>
 *
 * It models databases, containers, physical partitions, documents with entity tags, batches, bulk, queries, the change feed, session
 * tokens, request charges and throttling. It refuses any other feature with a message that names it. It is tested with the Java SDK.
 * It is not Azure, and charges are a model ({@link RequestCharges}).
 */
public final class LocalCosmos implements AutoCloseable {
    private final LocalCosmosOptions options;
    private final List<Region> regions;
    private final Set<Scalar> full = ConcurrentHashMap.newKeySet();
    private volatile boolean enforceThroughput;
    private final @Nullable AccountDirectory directory;
    private final Account account;
    private final CallRecorder recorder;
    private final CosmosFaults faults;
    private final CosmosServer server;

    private LocalCosmos(LocalCosmosOptions options) {
        allowPlainHttp();
        InstantSource clock = options.clock;
        this.options = options;
        this.regions = options.regions();
        this.enforceThroughput = options.enforceThroughput;
        this.recorder = new CallRecorder(options.recentCalls, options.meterRegistry, options.onCall);
        this.directory = options.dataDirectory == null ? null : AccountDirectory.open(options.dataDirectory);
        this.account = new Account(
                new StoreSettings(
                        options.charges,
                        clock,
                        options::partitionsOf,
                        () -> enforceThroughput,
                        options.burstSeconds,
                        full::contains),
                directory == null ? Catalogue.NONE : directory);
        try {
            if (directory != null) {
                directory.restore(account);
            }
            this.faults = new CosmosFaults(account, regions, clock);
            faults.beginAtStart(options.faults);
            this.server = new CosmosServer(
                    new InetSocketAddress(options.address, options.port),
                    options.advertisedHost,
                    options.key,
                    options.tls(),
                    account,
                    options.charges,
                    regions,
                    faults,
                    clock,
                    recorder);
        } catch (RuntimeException e) {
            if (directory != null) {
                directory.close();
            }
            throw e;
        }
    }

    /** Starts with the default settings, on a free port. */
    public static LocalCosmos start() {
        return start(options -> options);
    }

    /**
     * Starts.
     *
     * @param settings changes the defaults
     * @throws IllegalArgumentException when a setting is wrong, naming it
     * @throws IllegalStateException when the data directory is in use or cannot be read
     */
    public static LocalCosmos start(UnaryOperator<LocalCosmosOptions> settings) {
        return new LocalCosmos(settings.apply(new LocalCosmosOptions()));
    }

    /** The endpoint for clients, with a trailing slash. */
    public String endpoint() {
        return server.endpoint();
    }

    public String key() {
        return options.key;
    }

    public int port() {
        return server.port();
    }

    /**
     * A container for direct access. Creates the container and its database if they are missing. An existing container stays unchanged.
     *
     * @param partitionKeyPath such as {@code /ownerId}
     * @param requestUnitsPerSecond the throughput to provision, at least 400
     * @throws IllegalArgumentException when a client could not create such a container; the message has the reason
     */
    public LocalContainer container(
            String database, String container, String partitionKeyPath, int requestUnitsPerSecond) {
        return LocalContainer.in(account, database, container, partitionKeyPath, requestUnitsPerSecond);
    }

    /** Changes the delay of answers from now on, in every region. Loading is faster without a delay. */
    public void latency(Latency latency) {
        regions.forEach(region -> region.latency(latency));
    }

    /**
     * Faults on demand: {@code faults().begin("429,times=3")}. The kinds are {@code 429}, {@code 449}, {@code 410}, {@code 503} and
     * {@code slow}, each for calls in a {@code region}, a {@code container} ({@code database/container}) or a physical {@code partition}.
     */
    public FaultList faults() {
        return faults.list();
    }

    public static Set<String> faultKinds() {
        return CosmosFaults.kindNames();
    }

    /**
     * Makes a logical partition full, as if it had reached 20 GB, in every container, or ends that. A full partition refuses all writes but
     * deletions with 403 and the substatus 1014.
     *
     * @param partitionKey the value of its partition key
     */
    public void full(String partitionKey, boolean isFull) {
        if (isFull) {
            full.add(Scalar.of(partitionKey));
        } else {
            full.remove(Scalar.of(partitionKey));
        }
    }

    /** Changes whether calls beyond the provisioned request units are refused from now on. */
    public void enforceThroughput(boolean enforce) {
        this.enforceThroughput = enforce;
    }

    /** The last calls in the order of their end, at most {@link LocalCosmosOptions#recentCalls}. */
    public List<CosmosCall> calls() {
        return recorder.calls();
    }

    /** Forgets the calls so far, as between two parts of a test. */
    public void clearCalls() {
        recorder.clear();
    }

    /**
     * The consumption of each physical partition for each second, of at most the last fifteen minutes. The throughput that the containers of a
     * database share is one entry, without the names of a container and a partition.
     */
    public List<PartitionUse> uses() {
        List<PartitionUse> uses = new ArrayList<>();
        for (CosmosDatabase database : account.databases()) {
            if (database.throughput() != null) {
                addUses(uses, database.id(), "", "", database.throughput().of(0));
            }
        }
        for (Container container : account.containers()) {
            Throughput throughput = container.throughput();
            for (PhysicalPartition partition :
                    throughput.isShared() ? List.<PhysicalPartition>of() : container.partitions()) {
                addUses(uses, container.database(), container.id(), partition.id(), throughput.of(partition.index()));
            }
        }
        return uses;
    }

    private static void addUses(
            List<PartitionUse> uses, String database, String container, String partition, PartitionBudget budget) {
        for (PartitionBudget.Use use : budget.uses()) {
            uses.add(new PartitionUse(
                    database,
                    container,
                    partition,
                    Instant.ofEpochSecond(use.second()),
                    use.consumed(),
                    use.provisioned(),
                    use.calls(),
                    use.throttled()));
        }
    }

    /** Stops at once. Answered writes are kept when there is a data directory. */
    @Override
    public void close() {
        server.close();
        if (directory != null) {
            directory.close();
        }
    }

    /** Sets properties that the Java SDK reads when its classes load. Without the first one it refuses plain HTTP. */
    private static void allowPlainHttp() {
        setIfAbsent("COSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED");
        setIfAbsent("COSMOS.DISABLE_IMDS_ACCESS");
    }

    private static void setIfAbsent(String property) {
        if (System.getProperty(property) == null && System.getenv(property.replace('.', '_')) == null) {
            System.setProperty(property, "true");
        }
    }
}
