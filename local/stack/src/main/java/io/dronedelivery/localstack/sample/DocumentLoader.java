package io.dronedelivery.localstack.sample;

import io.dronedelivery.localcosmos.LocalContainer;
import io.dronedelivery.localstack.sample.SampleDelivery.SampleFlight;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Writes deliveries and flights to the local Cosmos DB. */
public final class DocumentLoader {

    /** The database's name in the settings of delivery-service and drone-service. */
    public static final String DATABASE = "drone-delivery";

    public static final String DELIVERIES = "deliveries";
    public static final String FLIGHTS = "flights";

    /** Number of deliveries that are generated at a time, for both containers. */
    private static final int CHUNK = 1_000;

    private final SampleData data;
    private final LocalContainer deliveries;
    private final LocalContainer flights;
    private final LongAdder documents = new LongAdder();

    public DocumentLoader(SampleData data, LocalContainer deliveries, LocalContainer flights) {
        this.data = data;
        this.deliveries = deliveries;
        this.flights = flights;
    }

    /** The number of documents written so far. */
    public long documents() {
        return documents.sum();
    }

    /** Writes all documents. Stops when the thread is interrupted. */
    public void load() throws InterruptedException {
        int count = data.spec().deliveries();
        for (int from = 0; from < count; from += CHUNK) {
            if (Thread.interrupted()) {
                throw new InterruptedException("while sample data was loaded");
            }
            List<SampleDelivery> chunk = IntStream.range(from, Math.min(from + CHUNK, count))
                    .mapToObj(data::delivery)
                    .toList();
            documents.add(deliveries.load(chunk.stream().map(SampleDocuments::ofDelivery)));
            documents.add(flights.load(chunk.stream().flatMap(DocumentLoader::flight)));
        }
    }

    public boolean isLoaded() {
        return deliveries.count() >= data.spec().deliveries();
    }

    private static Stream<byte[]> flight(SampleDelivery delivery) {
        SampleFlight flight = delivery.flight();
        return flight == null ? Stream.empty() : Stream.of(SampleDocuments.ofFlight(delivery, flight));
    }
}
