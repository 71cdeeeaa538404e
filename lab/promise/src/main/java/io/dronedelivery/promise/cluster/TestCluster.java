package io.dronedelivery.promise.cluster;

import io.dronedelivery.localcosmos.LocalCosmos;
import io.dronedelivery.localstack.run.ClaimedPorts;
import io.dronedelivery.localstack.store.DataDirectory;
import io.dronedelivery.localstack.store.LocalPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.util.FileSystemUtils;

/**
 * The whole cluster. The applications and the broker are processes that are killed; the stores live on: PostgreSQL in its own
 * processes, the local Cosmos DB in this JVM. Used by one thread at a time.
 */
public final class TestCluster implements AutoCloseable {

    private final ClusterPlan plan;
    private final Path directory;
    private final ClusterNetwork network = new ClusterNetwork();
    private final Map<ClusterPart, List<ServiceInstance>> instances = new EnumMap<>(ClusterPart.class);
    private final DataDirectory files = DataDirectory.temporary();
    private final LocalPostgres postgres;
    private final LocalCosmos cosmos;
    private final Brokers broker;
    private final Trust trust;
    private final Thread whenItIsBrokenOff = new Thread(this::leaveNothingRunning, "stop the cluster");

    private TestCluster(ClusterPlan plan) throws IOException, SQLException, InterruptedException {
        this.plan = plan;
        this.directory = Files.createDirectories(plan.directory()).toAbsolutePath();
        postgres = LocalPostgres.start(files, 0, 0, System.out::println);
        Runtime.getRuntime().addShutdownHook(whenItIsBrokenOff);
        trust = Trust.start(plan.asksForTokens());
        cosmos = LocalCosmos.start(options -> options.partitions(3));
        int port = ClaimedPorts.one();
        broker = Brokers.of(plan.broker(), port, network.before("broker", port), plan.form(), directory);
        instances.put(
                ClusterPart.BROKER,
                List.of(new ServiceInstance(ClusterPart.BROKER, 1, port, broker.jvm(), () -> Brokers.listensOn(port))));
        Applications applications = new Applications(
                plan,
                directory,
                broker.settings(),
                trust.settings(),
                new Applications.Stores(
                        "http://localhost:" + network.before("cosmos", cosmos.port()) + "/",
                        cosmos.key(),
                        network.before("postgres", postgres.port())));
        for (ClusterPart part : ClusterPart.applications()) {
            instances.put(part, made(part, applications));
        }
    }

    private List<ServiceInstance> made(ClusterPart part, Applications applications) throws IOException {
        List<ServiceInstance> made = new ArrayList<>();
        for (int number = 1; number <= plan.instancesOf(part); number++) {
            int port = ClaimedPorts.one();
            made.add(applications.instance(part, number, port));
            if (part != ClusterPart.GATEWAY) {
                applications.isAt(part, port, network.before(ServiceInstance.nameOf(part, number), port));
            }
        }
        return List.copyOf(made);
    }

    /** Starts everything; returns when all parts take requests. */
    public static TestCluster start(ClusterPlan plan) throws IOException, SQLException, InterruptedException {
        FileSystemUtils.deleteRecursively(plan.directory());
        TestCluster cluster = new TestCluster(plan);
        try {
            cluster.startAll();
            return cluster;
        } catch (IOException | RuntimeException failure) {
            cluster.close();
            throw failure;
        }
    }

    private void startAll() throws IOException {
        ServiceInstance first = instances(ClusterPart.BROKER).get(0);
        first.start();
        first.awaitReady();
        for (ClusterPart part : ClusterPart.applications()) {
            for (ServiceInstance instance : instances(part)) {
                instance.start();
            }
        }
        awaitReady();
    }

    public ClusterPlan plan() {
        return plan;
    }

    public List<ServiceInstance> instances(ClusterPart part) {
        return instances.getOrDefault(part, List.of());
    }

    public List<ServiceInstance> instances() {
        return Stream.of(ClusterPart.values())
                .flatMap(part -> instances(part).stream())
                .toList();
    }

    public Brokers broker() {
        return broker;
    }

    public ClusterNetwork network() {
        return network;
    }

    public Path directory() {
        return directory;
    }

    /** The address of the first instance of a part that runs. */
    public String url(ClusterPart part) {
        return instances(part).stream()
                .filter(ServiceInstance::isAlive)
                .findFirst()
                .orElse(instances(part).get(0))
                .url();
    }

    /** What every call has: names and values, one after the other. */
    public String[] headers() {
        return trust.headers();
    }

    /** A connection to the database of the invoices, past the proxy. */
    public Connection database() throws SQLException {
        return postgres.connect();
    }

    /** A connection as superuser to the database of the invoices, past the proxy. */
    public Connection databaseAsSuperuser() throws SQLException {
        return postgres.connectAsSuperuser();
    }

    /** Returns when all parts take requests. */
    public void awaitReady() {
        instances().forEach(ServiceInstance::awaitReady);
    }

    @Override
    public void close() throws IOException {
        try {
            Runtime.getRuntime().removeShutdownHook(whenItIsBrokenOff);
        } catch (IllegalStateException brokenOff) {
            return; // The hook stops everything.
        }
        stopEverything();
    }

    private void stopEverything() throws IOException {
        instances().forEach(ServiceInstance::abandon);
        network.close();
        cosmos.close();
        trust.close();
        postgres.close();
        files.close();
    }

    /** PostgreSQL and the parts are processes of their own, and would outlive a run that is broken off. */
    private void leaveNothingRunning() {
        try {
            stopEverything();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
