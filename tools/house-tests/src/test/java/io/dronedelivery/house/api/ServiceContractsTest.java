package io.dronedelivery.house.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The contracts in the gateway's jar have the members of the types that the services answer with. */
class ServiceContractsTest {

    @ParameterizedTest
    @CsvSource({
        "delivery, Delivery, io.dronedelivery.delivery.lookup.Delivery",
        "delivery, DeliveryPage, io.dronedelivery.delivery.lookup.DeliveryPage",
        "delivery, Location, io.dronedelivery.delivery.lookup.Delivery$Location",
        "delivery, DeliveryPackage, io.dronedelivery.delivery.packages.DeliveryPackage",
        "delivery, PackagesSummary, io.dronedelivery.delivery.packages.PackagesSummary",
        "delivery, DeliveriesSummary, io.dronedelivery.delivery.summary.DeliveriesSummary",
        "delivery, AcceptedRequest, io.dronedelivery.delivery.request.AcceptedRequest",
        "drone, Flight, io.dronedelivery.drone.flight.Flight",
        "drone, FleetDrone, io.dronedelivery.drone.assignment.FleetDrone",
        "drone, Utilization, io.dronedelivery.drone.utilization.Utilization",
        "drone, Position, io.dronedelivery.drone.telemetry.Position",
        "invoice, InvoiceLine, io.dronedelivery.invoice.line.InvoiceLine",
        "invoice, MonthInvoice, io.dronedelivery.invoice.month.MonthInvoice",
    })
    void a_schema_has_the_members_of_the_services_type(String contract, String schema, String type)
            throws IOException, ClassNotFoundException {
        Map<String, String> ofType = new TreeMap<>();
        for (RecordComponent component : Class.forName(type).getRecordComponents()) {
            if (isWritten(component)) {
                ofType.put(component.getName(), jsonType(component));
            }
        }

        assertThat(members(contract, schema)).isEqualTo(ofType);
    }

    private static Map<String, String> members(String contract, String name) throws IOException {
        try (InputStream file = Objects.requireNonNull(
                ServiceContractsTest.class.getResourceAsStream("/contracts/" + contract + ".yaml"))) {
            Object document = new Yaml(new SafeConstructor(new LoaderOptions())).load(file);
            Map<?, ?> schema =
                    map(map(map(map(document).get("components")).get("schemas")).get(name));
            List<?> required = (List<?>) schema.get("required");
            Map<String, String> members = new TreeMap<>();
            map(schema.get("properties")).forEach((member, described) -> {
                Object type = map(described).get("type");
                boolean nullable = type instanceof List<?> types && types.contains("null");
                assertThat(required.contains(member))
                        .as("%s is required", member)
                        .isNotEqualTo(nullable);
                String text =
                        type == null ? "object" : nullable ? ((List<?>) type).get(0) + " or null" : type.toString();
                members.put(member.toString(), text);
            });
            return members;
        }
    }

    private static Map<?, ?> map(@Nullable Object value) {
        return (Map<?, ?>) Objects.requireNonNull(value);
    }

    /** The annotation of a component is on the field that it becomes. */
    private static boolean isWritten(RecordComponent component) {
        return Arrays.stream(component.getDeclaringRecord().getDeclaredFields())
                .filter(field -> field.getName().equals(component.getName()))
                .map(field -> field.getAnnotation(JsonProperty.class))
                .noneMatch(property -> property != null && property.access() == JsonProperty.Access.WRITE_ONLY);
    }

    private static String jsonType(RecordComponent component) {
        Class<?> type = component.getType();
        String json;
        if (type == boolean.class) {
            json = "boolean";
        } else if (type == int.class || type == long.class || type == Long.class) {
            json = "integer";
        } else if (type == double.class || type == BigDecimal.class) {
            json = "number";
        } else if (type == List.class) {
            json = "array";
        } else {
            json = type.isRecord() ? "object" : "string";
        }
        return component.getAnnotatedType().isAnnotationPresent(Nullable.class) ? json + " or null" : json;
    }
}
