package io.dronedelivery.cosmosaccess;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.CosmosAsyncDatabase;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.ThroughputProperties;
import io.dronedelivery.cosmosaccess.CosmosProperties.Hedging;
import io.dronedelivery.servicekit.environment.RefusedStartException;
import io.dronedelivery.servicekit.security.Owner;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.api.trace.Tracer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.env.Environment;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;
import tools.jackson.databind.json.JsonMapper;

/**
 * Opens the containers while the application starts, on the starting thread. A mismatch with the configuration stops the start with a
 * message that names the property. Otherwise it would only show as an obscure failure of the first request.
 */
final class ContainerOpener {

    private static final Logger log = LoggerFactory.getLogger(ContainerOpener.class);
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Duration WARM_UP_TIMEOUT = Duration.ofSeconds(5);
    private static final int DEFAULT_THROUGHPUT = 400;
    private static final int EACH_DOCUMENTS_OWN = -1;
    private static final int CONFLICT = 409;
    /** One for the database and one for the container. */
    private static final int MOST_RACES = 2;

    private static final DocumentQuery WARM_UP =
            DocumentQuery.of("warm-up", "SELECT c.id FROM c WHERE c.ownerId = @ownerId");

    private final CosmosAsyncClient client;
    private final CosmosAsyncDatabase database;
    private final Environment environment;
    private final Duration operationTimeout;
    private final Hedging hedging;
    private final MeterRegistry registry;
    private final Tracer tracer;
    private final JsonMapper json;
    private final List<ContainerGauges> gauges = new ArrayList<>();

    ContainerOpener(
            CosmosAsyncClient client,
            String database,
            Environment environment,
            CosmosProperties properties,
            MeterRegistry registry,
            Tracer tracer,
            JsonMapper json) {
        this.client = client;
        this.database = client.getDatabase(database);
        this.environment = environment;
        this.operationTimeout = properties.operationTimeout();
        this.hedging = properties.hedging();
        this.registry = registry;
        this.tracer = tracer;
        this.json = json;
    }

    /**
     * @throws RefusedStartException when the container is missing, has another partition key, or cannot be reached
     */
    DocumentContainer open(String name, CosmosProperties.ContainerSettings settings) {
        CosmosAsyncContainer container = database.getContainer(name);
        try {
            CosmosContainerProperties properties = find(container, settings);
            checkPartitionKey(name, settings, properties);
            adjustThroughput(container, settings);
            int partitions = await(container.getFeedRanges()).size();
            int atOnce = settings.parallelism().among(partitions);
            log.info(
                    "Container {} by {}: {} physical partitions, {} asked at a time ({})",
                    name,
                    settings.partitionKey(),
                    partitions,
                    atOnce,
                    settings.parallelism());
            gauges.add(new ContainerGauges(container, partitions, registry));
            gaugeOfParallelism(name, atOnce);
            DocumentContainer opened = new DocumentContainer(
                    container,
                    settings,
                    partitions,
                    new Operations(
                            operationTimeout,
                            hedging,
                            new OperationMeters(registry, name),
                            new OperationSpans(tracer, name)),
                    json);
            warmUp(name, opened);
            return opened;
        } catch (CosmosException e) {
            throw unreachable(name, e);
        }
    }

    List<ContainerGauges> gauges() {
        return List.copyOf(gauges);
    }

    private CosmosContainerProperties find(
            CosmosAsyncContainer container, CosmosProperties.ContainerSettings settings) {
        try {
            return await(container.read()).getProperties();
        } catch (CosmosException e) {
            if (e.getStatusCode() != 404) {
                throw e;
            }
            if (!settings.createIfMissing()) {
                throw missing(container.getId(), e);
            }
            return create(container.getId(), settings);
        }
    }

    private CosmosContainerProperties create(String name, CosmosProperties.ContainerSettings settings) {
        int throughput = Objects.requireNonNullElse(settings.throughput(), DEFAULT_THROUGHPUT);
        log.info("Creating container {} by {} with {} RU/s", name, settings.partitionKey(), throughput);
        return await(client.createDatabaseIfNotExists(database.getId())
                        .then(database.createContainerIfNotExists(
                                wanted(name, settings), ThroughputProperties.createManualThroughput(throughput)))
                        // The SDK first checks whether it exists and then creates it; another service may create it in
                        // between.
                        .retryWhen(Retry.max(MOST_RACES).filter(ContainerOpener::existsNow)))
                .getProperties();
    }

    /** Documents may have their own time to live, as in the containers of deploy/azure. */
    static CosmosContainerProperties wanted(String name, CosmosProperties.ContainerSettings settings) {
        return new CosmosContainerProperties(name, settings.partitionKey().path())
                .setDefaultTimeToLiveInSeconds(EACH_DOCUMENTS_OWN);
    }

    private static boolean existsNow(Throwable failure) {
        return failure instanceof CosmosException refused && refused.getStatusCode() == CONFLICT;
    }

    private static void checkPartitionKey(
            String name, CosmosProperties.ContainerSettings settings, CosmosContainerProperties properties) {
        List<String> actual = properties.getPartitionKeyDefinition().getPaths();
        if (!actual.equals(List.of(settings.partitionKey().path()))) {
            throw new RefusedStartException(
                    "The container '" + name + "' is partitioned by " + String.join(", ", actual)
                            + ", but cosmos.containers." + name + ".partition-key is " + settings.partitionKey() + ".",
                    "Set cosmos.containers." + name
                            + ".partition-key to the container's own key, or let the service use another"
                            + " container: the key of an existing one cannot be changed.",
                    null);
        }
    }

    private void adjustThroughput(CosmosAsyncContainer container, CosmosProperties.ContainerSettings settings) {
        Integer wanted = settings.throughput();
        if (wanted == null) {
            return;
        }
        try {
            Integer provisioned =
                    await(container.readThroughput()).getProperties().getManualThroughput();
            if (!wanted.equals(provisioned)) {
                log.info(
                        "Changing the throughput of container {} from {} to {} RU/s",
                        container.getId(),
                        provisioned,
                        wanted);
                await(container.replaceThroughput(ThroughputProperties.createManualThroughput(wanted)));
            }
        } catch (CosmosException e) {
            String property = "cosmos.containers." + container.getId() + ".throughput";
            throw new RefusedStartException(
                    property + " cannot be made " + wanted + " RU/s: " + AccountRefusal.describe(e),
                    "Leave " + property
                            + " out where the service may not, or the container cannot, change its throughput.",
                    e);
        }
    }

    /** The first query takes a second to load classes and open connections, so it runs before the first request. */
    private static void warmUp(String name, DocumentContainer container) {
        try {
            container.ofOwner(Owner.ofMessage("nobody"), WARM_UP).blockLast(WARM_UP_TIMEOUT);
        } catch (RuntimeException e) {
            log.warn("The first query of container {} failed: {}", name, e.toString());
        }
    }

    private void gaugeOfParallelism(String container, int value) {
        Gauge.builder("cosmos.container.parallelism", () -> value)
                .description("physical partitions that a query asks at the same time")
                .tag("container", container)
                .register(registry);
    }

    private RefusedStartException missing(String name, CosmosException cause) {
        return new RefusedStartException(
                "The container '" + name + "' does not exist in the database '" + database.getId() + "'.",
                "Create it, or set cosmos.containers." + name + ".create-if-missing=true.",
                cause);
    }

    private RefusedStartException unreachable(String name, CosmosException cause) {
        return new RefusedStartException(
                "The container '" + name + "' cannot be opened: " + AccountRefusal.describe(cause),
                AccountRefusal.action(cause, environment),
                cause);
    }

    /** Used only at the start, where the thread may block. */
    private static <T> T await(Mono<T> answer) {
        return Objects.requireNonNull(answer.block(TIMEOUT), "The database's answer was empty.");
    }
}
