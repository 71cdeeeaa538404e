package io.dronedelivery.localstack.sample;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import io.dronedelivery.localstack.sample.SampleDelivery.Flight;
import io.dronedelivery.localstack.sample.SampleDelivery.Location;
import io.dronedelivery.localstack.sample.SampleDelivery.Parcel;
import java.util.List;

/**
 * The documents that the services find in Cosmos DB.
 *
 * <p>Decimals and what is nested are written to text here, once: the SDK's bulk executor writes every document twice (once for its
 * length, once for the body), and does so node by node.
 */
final class Documents {

    private Documents() {}

    /** The document of container {@code deliveries}. */
    static ObjectNode ofDelivery(SampleDelivery delivery) {
        ObjectNode document = head(delivery, "delivery");
        document.put("status", delivery.status().text());
        document.put("requestedAt", delivery.requestedAt().toString());
        Flight flight = delivery.flight();
        if (flight != null) {
            document.put("completedAt", flight.arrivedAt().toString());
        }
        document.putRawValue("pickup", location(delivery.pickup()));
        document.putRawValue("dropoff", location(delivery.dropoff()));
        document.put("expedited", delivery.expedited());
        if (flight != null) {
            document.put("droneId", flight.droneId());
        }
        document.putRawValue("packages", packages(delivery.packages()));
        document.put("packageCount", delivery.packages().size());
        document.putRawValue("packagesWeightKg", decimal(delivery.weight()));
        return document;
    }

    /** The document of container {@code flights}, which has the identifier of its delivery. */
    static ObjectNode ofFlight(SampleDelivery delivery, Flight flight) {
        ObjectNode document = head(delivery, "flight");
        document.put("deliveryId", delivery.id());
        document.put("droneId", flight.droneId());
        document.put("departedAt", flight.departedAt().toString());
        document.put("arrivedAt", flight.arrivedAt().toString());
        document.putRawValue("distanceKm", decimal(flight.distance()));
        document.put("flightSeconds", flight.seconds());
        document.putRawValue("payloadKg", decimal(flight.payload()));
        document.putRawValue("capacityKg", decimal(flight.capacity()));
        return document;
    }

    private static ObjectNode head(SampleDelivery delivery, String type) {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        document.put("id", delivery.id());
        document.put("ownerId", delivery.ownerId());
        document.put("type", type);
        document.put("year", delivery.month().getYear());
        document.put("month", delivery.month().getMonthValue());
        return document;
    }

    private static RawValue location(Location location) {
        return new RawValue("{\"latitude\":" + location.latitude() + ",\"longitude\":" + location.longitude() + "}");
    }

    private static RawValue packages(List<Parcel> parcels) {
        StringBuilder json = new StringBuilder(80 * parcels.size()).append('[');
        for (Parcel parcel : parcels) {
            json.append(json.length() > 1 ? "," : "")
                    .append("{\"packageId\":\"")
                    .append(parcel.id())
                    .append("\",\"size\":\"")
                    .append(parcel.size())
                    .append("\",\"weightKg\":");
            appendDecimal(json, parcel.weight());
            json.append('}');
        }
        return new RawValue(json.append(']').toString());
    }

    private static RawValue decimal(int hundredths) {
        StringBuilder json = new StringBuilder(8);
        appendDecimal(json, hundredths);
        return new RawValue(json.toString());
    }

    /** With as many decimals as it needs: 350 is 3.5. */
    private static void appendDecimal(StringBuilder json, int hundredths) {
        json.append(hundredths / 100);
        int fraction = hundredths % 100;
        if (fraction != 0) {
            json.append('.').append(fraction / 10);
        }
        if (fraction % 10 != 0) {
            json.append(fraction % 10);
        }
    }
}
