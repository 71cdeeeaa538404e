package io.dronedelivery.localstack.run;

import io.dronedelivery.localcosmos.LocalContainer;
import io.dronedelivery.localcosmos.LocalCosmos;
import io.dronedelivery.localstack.option.LocalOptions;
import io.dronedelivery.localstack.sample.DocumentLoader;
import io.dronedelivery.localstack.sample.InvoiceLoader;
import io.dronedelivery.localstack.sample.SampleData;
import io.dronedelivery.localstack.store.LocalPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Loads the sample data into both stores, or checks that a kept data directory has it. */
final class LocalData {

    private static final String PART = "sample data";

    private final SampleData data;
    private final boolean alreadyThere;
    private final LocalOptions.CosmosOptions cosmos;
    private final InvoiceLoader invoices;
    private final StartProgress progress;

    LocalData(LocalOptions options, boolean alreadyThere, StartProgress progress) {
        this.data = new SampleData(options.sample());
        this.alreadyThere = alreadyThere;
        this.cosmos = options.cosmos();
        this.invoices = new InvoiceLoader(data);
        this.progress = progress;
    }

    SampleData sample() {
        return data;
    }

    /** Creates the containers with their throughput before the applications start. */
    DocumentLoader makeContainers(LocalCosmos local) {
        return new DocumentLoader(
                data, container(local, DocumentLoader.DELIVERIES), container(local, DocumentLoader.FLIGHTS));
    }

    private LocalContainer container(LocalCosmos local, String name) {
        int throughput = cosmos.throughputOf(name);
        LocalContainer container =
                local.container(DocumentLoader.DATABASE, name, cosmos.partitionKeyOf(name), throughput);
        // A container from a kept data directory may have another throughput.
        container.provision(throughput);
        return container;
    }

    /** Loads the documents, or checks that they are present. */
    void loadDocuments(DocumentLoader documents) throws InterruptedException {
        if (alreadyThere) {
            require(documents.isLoaded(), "the local Cosmos DB");
            return;
        }
        StartProgress.StartStep step = progress.begin(PART);
        ScheduledExecutorService ticker = Executors.newSingleThreadScheduledExecutor();
        ticker.scheduleAtFixedRate(() -> tellHowFar(documents.documents()), 5, 5, TimeUnit.SECONDS);
        try {
            documents.load();
        } finally {
            ticker.shutdownNow();
        }
        step.done(String.format(Locale.ROOT, "%,d documents loaded", documents.documents()));
    }

    /** Loads owners, invoices and lines, or checks that they are present. */
    void loadInvoices(LocalPostgres postgres) throws SQLException, IOException {
        try (Connection connection = postgres.connectAsSuperuser()) {
            if (alreadyThere) {
                require(invoices.isLoaded(connection), "PostgreSQL");
            } else {
                StartProgress.StartStep step = progress.begin(PART);
                invoices.load(connection);
                step.done(String.format(Locale.ROOT, "%,d invoice lines loaded", invoices.lines()));
            }
        }
    }

    private static void require(boolean there, String store) {
        if (!there) {
            throw new IllegalStateException("the data directory is marked as complete, but " + store
                    + " does not have its sample data; remove the directory or choose another one");
        }
    }

    private void tellHowFar(long written) {
        long expected = Math.max(1, 2L * data.spec().deliveries());
        progress.say(
                PART,
                String.format(Locale.ROOT, "%3d %%  %,d documents", Math.min(99, written * 100 / expected), written));
    }
}
