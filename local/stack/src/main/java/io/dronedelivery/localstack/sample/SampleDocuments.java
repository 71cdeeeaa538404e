package io.dronedelivery.localstack.sample;

import io.dronedelivery.localstack.sample.SampleDelivery.SampleFlight;
import io.dronedelivery.localstack.sample.SampleDelivery.SampleParcel;
import io.dronedelivery.localstack.sample.SampleDelivery.SamplePlace;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Writes the services' documents in Cosmos DB as plain text. Every start writes two hundred thousand of them, and a tree of nodes for each
 * would take several times as long.
 */
final class SampleDocuments {

    private SampleDocuments() {}

    static byte[] ofDelivery(SampleDelivery delivery) {
        StringBuilder json = new StringBuilder(320 + 64 * delivery.packages().size());
        head(json, delivery, "delivery");
        text(json, "status", delivery.status().text());
        text(json, "requestedAt", delivery.requestedAt().toString());
        SampleFlight flight = delivery.flight();
        if (flight != null) {
            text(json, "completedAt", flight.arrivedAt().toString());
        }
        location(json, "pickup", delivery.pickup());
        location(json, "dropoff", delivery.dropoff());
        name(json, "expedited").append(delivery.expedited());
        if (flight != null) {
            text(json, "droneId", flight.droneId());
        }
        packages(json, delivery.packages());
        name(json, "packageCount").append(delivery.packages().size());
        decimal(json, "packagesWeightKg", delivery.weight());
        return document(json);
    }

    static byte[] ofFlight(SampleDelivery delivery, SampleFlight flight) {
        StringBuilder json = new StringBuilder(320);
        head(json, delivery, "flight");
        text(json, "deliveryId", delivery.id());
        text(json, "droneId", flight.droneId());
        text(json, "departedAt", flight.departedAt().toString());
        text(json, "arrivedAt", flight.arrivedAt().toString());
        decimal(json, "distanceKm", flight.distance());
        name(json, "flightSeconds").append(flight.seconds());
        decimal(json, "payloadKg", flight.payload());
        decimal(json, "capacityKg", flight.capacity());
        return document(json);
    }

    private static byte[] document(StringBuilder json) {
        return json.append('}').toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    private static void head(StringBuilder json, SampleDelivery delivery, String type) {
        json.append("{\"id\":\"").append(delivery.id()).append('"');
        text(json, "ownerId", delivery.ownerId());
        text(json, "type", type);
        name(json, "year").append(delivery.month().getYear());
        name(json, "month").append(delivery.month().getMonthValue());
    }

    private static StringBuilder name(StringBuilder json, String name) {
        return json.append(",\"").append(name).append("\":");
    }

    /** The texts have only ASCII characters that JSON does not escape. */
    private static void text(StringBuilder json, String name, String text) {
        name(json, name).append('"').append(text).append('"');
    }

    private static void location(StringBuilder json, String name, SamplePlace location) {
        name(json, name)
                .append("{\"latitude\":")
                .append(location.latitude())
                .append(",\"longitude\":")
                .append(location.longitude())
                .append('}');
    }

    private static void packages(StringBuilder json, List<SampleParcel> parcels) {
        name(json, "packages");
        char separator = '[';
        for (SampleParcel parcel : parcels) {
            json.append(separator)
                    .append("{\"packageId\":\"")
                    .append(parcel.id())
                    .append('"');
            text(json, "size", parcel.size());
            decimal(json, "weightKg", parcel.weight());
            json.append('}');
            separator = ',';
        }
        json.append(']');
    }

    /** A number with the necessary decimals: 350 hundredths are 3.5. */
    private static void decimal(StringBuilder json, String name, int hundredths) {
        name(json, name).append(hundredths / 100);
        int fraction = hundredths % 100;
        if (fraction != 0) {
            json.append('.').append(fraction / 10);
        }
        if (fraction % 10 != 0) {
            json.append(fraction % 10);
        }
    }
}
