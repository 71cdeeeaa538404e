package io.dronedelivery.localstack.run;

import io.dronedelivery.localazure.cosmos.LocalCosmos;
import io.dronedelivery.localstack.application.Application;
import io.dronedelivery.localstack.application.RunningApplication;
import io.dronedelivery.localstack.option.LocalOptions;
import io.dronedelivery.localstack.option.LocalOptions.Ports;
import io.dronedelivery.localstack.option.OptionParser;
import io.dronedelivery.localstack.run.Closing.Rank;
import io.dronedelivery.localstack.sample.DocumentLoader;
import io.dronedelivery.localstack.store.DataDirectory;
import io.dronedelivery.localstack.store.LocalBroker;
import io.dronedelivery.localstack.store.LocalPostgres;
import java.io.IOException;
import java.time.Duration;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Everything that runs: stores, applications, data.
 *
 * <p>Four strands run at the same time and wait for each other only where they must: PostgreSQL, invoice-service (whose migrations
 * make the tables) and the invoices; the local Cosmos DB and the documents; the broker; the other applications.
 */
public final class Stack implements AutoCloseable {

    private static final Duration PATIENCE_WHEN_STOPPING = Duration.ofSeconds(20);

    private final Progress progress;
    private final Closing closing;
    private final ExecutorService strands = Executors.newCachedThreadPool();
    private final CountDownLatch stopped = new CountDownLatch(1);

    public Stack(Progress progress) {
        this.progress = progress;
        this.closing = new Closing(progress);
    }

    /**
     * Starts everything and prints what runs where.
     *
     * @throws StartFailure when a part cannot be started; what has started already is for {@link #close()} to stop
     * @throws io.dronedelivery.localstack.option.UsageException when an option is wrong
     */
    public void start(OptionParser arguments) throws StartFailure, IOException, InterruptedException {
        Ports ports = PortReservation.reserve(arguments.options().ports());
        DataDirectory directory = arguments.dataDir().isPresent()
                ? DataDirectory.kept(arguments.dataDir().get())
                : DataDirectory.temporary();
        closing.add(Rank.FILES, "files", directory);
        var madeFrom = directory.madeFrom();
        LocalOptions options = arguments.options(madeFrom.orElseGet(Map::of));
        LocalData data = new LocalData(options, madeFrom.isPresent(), progress);
        ApplicationSettings settings = new ApplicationSettings(options, ports);

        CompletableFuture<DocumentLoader> cosmos =
                supply("Cosmos DB", () -> startCosmos(options, ports, directory, data));
        CompletableFuture<?> documents =
                cosmos.thenCompose(loader -> run("sample data", () -> data.loadDocuments(loader)));
        CompletableFuture<LocalPostgres> postgres = supply("PostgreSQL", () -> startPostgres(ports, directory));
        CompletableFuture<LocalBroker> broker =
                supply(options.broker().label(), () -> startBroker(options, ports, directory));
        CompletableFuture<?> invoices =
                postgres.thenCompose(server -> broker.thenCompose(b -> start(Application.INVOICE_SERVICE, settings, b))
                        .thenCompose(service -> run("sample data", () -> data.loadInvoices(server))));
        CompletableFuture<?> others = supply("gateway", () -> startGateway(settings))
                .thenCombine(cosmos, (gateway, loader) -> loader)
                .thenCompose(loader -> broker)
                .thenCompose(b -> start(Application.DELIVERY_SERVICE, settings, b))
                .thenCompose(service -> start(Application.DRONE_SERVICE, settings, broker.join()));
        await(documents, invoices, others);

        directory.markComplete(options.dataOptions());
        ReadyBlock ready = new ReadyBlock(
                options,
                ports,
                postgres.join().jdbcUrl(),
                broker.join().address(),
                data.sample(),
                YearMonth.now(ZoneOffset.UTC));
        await(run("gateway", () -> makeFirstCalls(ready.urlsToTry())));
        returnMemory();
        progress.print(ready.text(progress.sinceStart()));
    }

    /** Whether somebody has asked for the end. */
    public boolean isStopping() {
        return strands.isShutdown();
    }

    /** Returns when the stack has been stopped. */
    public void awaitStop() throws InterruptedException {
        stopped.await();
    }

    /** Stops everything in order: the gateway, the services, the broker, the stores, the files; also while it is still starting. */
    @Override
    public void close() {
        strands.shutdownNow();
        try {
            if (!strands.awaitTermination(PATIENCE_WHEN_STOPPING.toSeconds(), TimeUnit.SECONDS)) {
                progress.say("local stack", "does not wait any longer for what is still starting");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        closing.closeAll();
        stopped.countDown();
    }

    private DocumentLoader startCosmos(LocalOptions options, Ports ports, DataDirectory directory, LocalData data) {
        Progress.Step step = progress.begin("Cosmos DB");
        LocalCosmos cosmos = closing.add(Rank.STORES, "Cosmos DB", LocalCosmos.start(cosmosOptions -> cosmosOptions
                .port(ports.cosmos())
                .partitions(options.cosmos().partitions())
                .latency(options.cosmos().latency())
                .enforceThroughput(true)
                .dataDirectory(directory.isKept() ? directory.cosmos() : null)));
        DocumentLoader documents = data.makeContainers(cosmos);
        step.done("started");
        return documents;
    }

    private LocalPostgres startPostgres(Ports ports, DataDirectory directory) throws Exception {
        Progress.Step step = progress.begin("PostgreSQL");
        LocalPostgres postgres =
                closing.add(Rank.STORES, "PostgreSQL", LocalPostgres.start(directory, ports.postgres()));
        step.done("started");
        return postgres;
    }

    private LocalBroker startBroker(LocalOptions options, Ports ports, DataDirectory directory) throws IOException {
        String label = options.broker().label();
        Progress.Step step = progress.begin(label);
        LocalBroker broker =
                closing.add(Rank.BROKER, label, LocalBroker.start(options.broker(), ports.broker(), directory));
        step.done("started");
        return broker;
    }

    private CompletableFuture<RunningApplication> start(
            Application application, ApplicationSettings settings, LocalBroker broker) {
        return supply(
                application.label(), () -> startApplication(Rank.SERVICES, application, settings, broker.settings()));
    }

    private RunningApplication startGateway(ApplicationSettings settings) {
        return startApplication(Rank.GATEWAY, Application.GATEWAY, settings, Map.of());
    }

    private RunningApplication startApplication(
            Rank rank, Application application, ApplicationSettings settings, Map<String, String> broker) {
        Thread.currentThread().setName(application.label() + "-start");
        Progress.Step step = progress.begin(application.label());
        RunningApplication running = closing.add(
                rank,
                application.label(),
                RunningApplication.start(
                        application, settings.propertiesOf(application, broker), settings.arguments()));
        step.done("started");
        return running;
    }

    private void makeFirstCalls(List<String> urls) throws IOException, InterruptedException {
        Progress.Step step = progress.begin("first calls");
        FirstCalls.make(urls);
        step.done("answered");
    }

    private CompletableFuture<Void> run(String part, Action action) {
        return CompletableFuture.runAsync(() -> perform(part, action), strands);
    }

    private <T> CompletableFuture<T> supply(String part, Supply<T> supply) {
        return CompletableFuture.supplyAsync(() -> perform(part, supply), strands);
    }

    /** Waits for all, or for the first failure. */
    private static void await(CompletableFuture<?>... strands) throws StartFailure, InterruptedException {
        CompletableFuture<Void> failed = new CompletableFuture<>();
        for (CompletableFuture<?> strand : strands) {
            strand.exceptionally(failure -> {
                failed.completeExceptionally(failure);
                return null;
            });
        }
        try {
            CompletableFuture.anyOf(failed, CompletableFuture.allOf(strands)).get();
        } catch (ExecutionException failure) {
            throw startFailure(failure);
        }
    }

    private static StartFailure startFailure(Throwable failed) {
        for (Throwable at = failed; at != null; at = at.getCause()) {
            if (at instanceof StartFailure failure) {
                return failure;
            }
        }
        return new StartFailure("local stack", failed);
    }

    /** Loading needs much more memory than resting; the operating system gets the difference back. */
    private static void returnMemory() {
        System.gc();
    }

    private static void perform(String part, Action action) {
        try {
            action.run();
        } catch (Exception failure) {
            throw new CompletionException(new StartFailure(part, failure));
        }
    }

    private static <T> T perform(String part, Supply<T> supply) {
        try {
            return supply.get();
        } catch (Exception failure) {
            throw new CompletionException(new StartFailure(part, failure));
        }
    }

    @FunctionalInterface
    private interface Action {
        void run() throws Exception;
    }

    @FunctionalInterface
    private interface Supply<T> {
        T get() throws Exception;
    }
}
