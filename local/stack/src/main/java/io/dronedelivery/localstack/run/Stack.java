package io.dronedelivery.localstack.run;

import io.dronedelivery.localapplicationinsights.LocalApplicationInsights;
import io.dronedelivery.localauth.LocalAuth;
import io.dronedelivery.localcosmos.LocalCosmos;
import io.dronedelivery.localstack.application.Application;
import io.dronedelivery.localstack.application.SettingsValidator;
import io.dronedelivery.localstack.option.LocalOptions;
import io.dronedelivery.localstack.option.LocalOptions.Ports;
import io.dronedelivery.localstack.option.OptionParser;
import io.dronedelivery.localstack.option.UsageException;
import io.dronedelivery.localstack.run.Closing.Rank;
import io.dronedelivery.localstack.sample.DocumentLoader;
import io.dronedelivery.localstack.store.DataDirectory;
import io.dronedelivery.localstack.store.ExporterFiles;
import io.dronedelivery.localstack.store.LocalBroker;
import io.dronedelivery.localstack.store.LocalPostgres;
import java.io.IOException;
import java.time.Duration;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/**
 * Starts and stops the stores, the broker, the applications and the data. {@link #start} is called once; {@link #close} by any thread.
 *
 * <p>These strands run at the same time and wait for each other only where they must:
 *
 * <ul>
 *   <li>PostgreSQL, invoice-service (whose migrations create the tables), then the invoices
 *   <li>the local Cosmos DB, then the documents
 *   <li>the broker
 *   <li>the issuer, if enabled
 *   <li>the other applications, one after the other, or in parallel when they have separate processes
 * </ul>
 */
public final class Stack implements AutoCloseable {

    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(60);

    private final StartProgress progress;
    private final Class<?> mainOfAProcess;
    private final Closing closing;
    private final Strands strands = new Strands();
    private final CountDownLatch stopped = new CountDownLatch(1);

    /** @param mainOfAProcess the main class of an application in a separate process */
    public Stack(StartProgress progress, Class<?> mainOfAProcess) {
        this.progress = progress;
        this.mainOfAProcess = mainOfAProcess;
        this.closing = new Closing(progress);
    }

    /**
     * Starts everything and prints the addresses.
     *
     * @throws StartFailure when a part cannot be started; {@link #close()} stops the parts that have started
     * @throws io.dronedelivery.localstack.option.UsageException when an option is wrong
     */
    public void start(OptionParser arguments) throws StartFailure, IOException, InterruptedException {
        try (var whileItIsSilent = progress.remind()) {
            startParts(arguments);
        }
    }

    private void startParts(OptionParser arguments) throws StartFailure, IOException, InterruptedException {
        Ports ports = PortReservation.reserve(arguments.options().ports());
        DataDirectory directory = arguments.dataDir().isPresent()
                ? DataDirectory.kept(arguments.dataDir().get())
                : DataDirectory.temporary();
        closing.add(Rank.FILES, "files", directory);
        closing.add(Rank.FILES, "exporters' files", ExporterFiles.in(directory.temporaryFiles()));
        var madeFrom = directory.madeFrom();
        LocalOptions options = arguments.options(madeFrom.orElseGet(Map::of));
        LocalData data = new LocalData(options, madeFrom.isPresent(), progress);
        ApplicationInstances instances = ApplicationInstances.at(ports, options);
        if (!options.passedOn().isEmpty()) {
            checkSettings(options, ports, instances);
        }
        ApplicationSettings settings = new ApplicationSettings(
                options,
                ports,
                instances,
                options.insights() ? startInsights(ports).connectionString() : null,
                options.auth() ? Issuer.at(ports).url() : null);
        ApplicationStarter applications = new ApplicationStarter(options, settings, mainOfAProcess, closing, progress);

        CompletableFuture<?> auth = options.auth()
                ? strands.supply("issuer", () -> startAuth(ports, directory))
                : CompletableFuture.completedFuture(null);
        CompletableFuture<DocumentLoader> cosmos =
                strands.supply("Cosmos DB", () -> startCosmos(options, ports, directory, data));
        CompletableFuture<?> documents =
                cosmos.thenCompose(loader -> strands.run("sample data", () -> data.loadDocuments(loader)));
        CompletableFuture<LocalPostgres> postgres =
                strands.supply("PostgreSQL", () -> startPostgres(options, ports, directory));
        // Includes the issuer, because the services read its keys.
        CompletableFuture<LocalBroker> broker = strands.supply(
                        options.broker().label(), () -> startBroker(options, ports, directory))
                .thenCombine(auth, (started, issuer) -> started);
        CompletableFuture<?> invoices = postgres.thenCompose(server -> broker.thenCompose(
                        b -> startAll(instances.of(Application.INVOICE_SERVICE), applications, b.settings()))
                .thenCompose(services -> strands.run("sample data", () -> data.loadInvoices(server))));
        CompletableFuture<?> gateway =
                auth.thenCompose(issuer -> startAll(instances.of(Application.GATEWAY), applications, Map.of()));
        // Separate processes can start in parallel.
        boolean apart = options.processes().isPresent();
        CompletableFuture<?> deliveries = (apart ? auth : gateway)
                .thenCombine(cosmos, (before, loader) -> loader)
                .thenCompose(loader -> broker)
                .thenCompose(b -> startAll(instances.of(Application.DELIVERY_SERVICE), applications, b.settings()));
        CompletableFuture<?> drones = (apart ? cosmos : deliveries)
                .thenCompose(before -> broker)
                .thenCompose(b -> startAll(instances.of(Application.DRONE_SERVICE), applications, b.settings()));
        Strands.await(documents, invoices, gateway, deliveries, drones);

        directory.markComplete(options.dataOptions());
        ReadyBlock ready = new ReadyBlock(
                options,
                ports,
                instances,
                applications.processes(),
                postgres.join().jdbcUrl(),
                broker.join().address(),
                data.sample(),
                YearMonth.now(ZoneOffset.UTC));
        if (options.firstCalls()) {
            Strands.await(strands.run("gateway", () -> makeFirstCalls(ready, instances, options, ports)));
        }
        returnMemory();
        progress.print(ready.text(progress.sinceStart()));
    }

    /** Whether {@link #close()} has been called. */
    public boolean isStopping() {
        return strands.isStopping();
    }

    /** Waits until the stack has been stopped. */
    public void awaitStop() throws InterruptedException {
        stopped.await();
    }

    /**
     * Stops the gateway, the services, the broker, the stores, the local issuer and the local Application Insights, and then removes the
     * files. May be called during the start.
     */
    @Override
    public void close() {
        try {
            if (!strands.stop(STOP_TIMEOUT)) {
                progress.say("local stack", "stops without waiting any longer for parts that are still starting");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        closing.closeAll();
        stopped.countDown();
    }

    private LocalApplicationInsights startInsights(Ports ports) {
        StartProgress.StartStep step = progress.begin("insights");
        LocalApplicationInsights insights = closing.add(
                Rank.INSIGHTS,
                "insights",
                LocalApplicationInsights.start(insightsOptions -> insightsOptions.port(ports.insights())));
        step.done("started");
        return insights;
    }

    private LocalAuth startAuth(Ports ports, DataDirectory directory) throws IOException {
        StartProgress.StartStep step = progress.begin("issuer");
        LocalAuth auth = closing.add(
                Rank.AUTH,
                "issuer",
                LocalAuth.start(authOptions -> authOptions
                        .port(ports.auth())
                        .audience(Issuer.AUDIENCE)
                        .redirectUri("http://localhost:" + ports.gateway() + LocalAuth.SWAGGER_UI_REDIRECT)
                        .dataDirectory(directory.isKept() ? directory.auth() : null)));
        step.done("started");
        return auth;
    }

    private DocumentLoader startCosmos(LocalOptions options, Ports ports, DataDirectory directory, LocalData data) {
        StartProgress.StartStep step = progress.begin("Cosmos DB");
        LocalCosmos cosmos = closing.add(
                Rank.STORES,
                "Cosmos DB",
                LocalCosmos.start(cosmosOptions -> cosmosOptions
                        .port(ports.cosmos())
                        .partitions(options.cosmos().partitions())
                        .latency(options.cosmos().latency())
                        .enforceThroughput(true)
                        .burstSeconds(options.cosmos().burstSeconds())
                        .dataDirectory(directory.isKept() ? directory.cosmos() : null)));
        DocumentLoader documents = data.makeContainers(cosmos);
        step.done("started");
        return documents;
    }

    private LocalPostgres startPostgres(LocalOptions options, Ports ports, DataDirectory directory) throws Exception {
        StartProgress.StartStep step = progress.begin("PostgreSQL");
        LocalPostgres postgres = closing.add(
                Rank.STORES,
                "PostgreSQL",
                LocalPostgres.start(
                        directory,
                        ports.postgres(),
                        options.mostInstances() * LocalPostgres.CONNECTIONS_OF_A_HOUSE,
                        options.postgresRestarts(),
                        notice -> progress.say("PostgreSQL", notice)));
        step.done("started");
        return postgres;
    }

    private LocalBroker startBroker(LocalOptions options, Ports ports, DataDirectory directory) throws IOException {
        String label = options.broker().label();
        StartProgress.StartStep step = progress.begin(label);
        LocalBroker broker = closing.add(Rank.BROKER, label, LocalBroker.start(options, ports.broker(), directory));
        step.done("started");
        return broker;
    }

    /** So that a wrong property is known before data is loaded and a broker is started. */
    private void checkSettings(LocalOptions options, Ports ports, ApplicationInstances instances) {
        StartProgress.StartStep step = progress.begin("settings");
        ApplicationSettings settings = new ApplicationSettings(
                options,
                ports,
                instances,
                null,
                options.auth() ? Issuer.at(ports).url() : null);
        for (Application application : SettingsValidator.readersOf(options.passedOn())) {
            ApplicationInstance instance = instances.of(application).get(0);
            faultsOf(application, settings.propertiesOf(instance, Map.of()), settings.arguments())
                    .ifPresent(faults -> {
                        throw new UsageException(faults);
                    });
        }
        step.done("checked");
    }

    private static Optional<String> faultsOf(
            Application application, Map<String, String> properties, List<String> arguments) {
        try {
            return SettingsValidator.faults(application, properties, arguments);
        } catch (RuntimeException unreadable) {
            // A file of settings that is missing or cannot be read.
            return Optional.of(StartFailure.reason(unreadable));
        }
    }

    /** Starts them one after the other. */
    private CompletableFuture<?> startAll(
            List<ApplicationInstance> instances, ApplicationStarter applications, Map<String, String> broker) {
        CompletableFuture<?> started = CompletableFuture.completedFuture(null);
        for (ApplicationInstance instance : instances) {
            started = started.thenCompose(
                    before -> strands.run(instance.name(), () -> applications.start(instance, broker)));
        }
        return started;
    }

    private void makeFirstCalls(ReadyBlock ready, ApplicationInstances instances, LocalOptions options, Ports ports)
            throws IOException, InterruptedException {
        StartProgress.StartStep step = progress.begin("first calls");
        FirstCalls calls = new FirstCalls(
                options.auth() ? Issuer.at(ports).token(LocalAuth.OPERATOR) : null,
                notice -> progress.say("first calls", notice),
                FirstCalls.TIMEOUT);
        for (ApplicationInstance instance : instances.all()) {
            calls.warm(ready.urlsOfParts(instance));
        }
        for (ApplicationInstance gateway : instances.of(Application.GATEWAY)) {
            calls.make(ready.urlsToTry(gateway.url()));
            calls.askForNothing(ReadyBlock.deliveriesUrl(gateway.url()));
        }
        step.done("answered");
    }

    /** Loading needs much more memory than running; this returns the difference to the operating system. */
    private static void returnMemory() {
        System.gc();
    }
}
