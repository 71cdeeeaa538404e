package io.dronedelivery.messaging.contract;

import static io.dronedelivery.messaging.contract.ContractFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

interface BadInputContract extends ContractFixture {

    /** What a dead letter has to say. */
    record Expected(String reason, String inDescription) {}

    @Test
    default void messages_that_are_no_acceptable_events_go_to_the_dead_letters_and_never_stop_the_stream() {
        Depot depot = Depot.quick();
        join(depot.subscription(channel()));
        Map<RawMessage, Expected> spoilt = spoilt();

        spoilt.keySet().forEach(message -> broker().sendRaw(channel(), message));
        publish("p-1", 100);

        // Events of the type are refused as their own fault as long as others are done.
        AtomicInteger stop = new AtomicInteger();
        eventually().untilAsserted(() -> {
            broker().keysHandledInParallel(2).forEach(other -> publish(other, stop.incrementAndGet()));
            assertThat(depot.stopsOf("p-1")).containsExactly("p-1:100");
        });
        eventually().untilAsserted(() -> assertThat(deadLetters()).hasSameSizeAs(spoilt.values()));
        assertThat(deadLetters().stream().map(DeadLetter::reason))
                .containsExactlyElementsOf(
                        spoilt.values().stream().map(Expected::reason).toList());
        List<String> descriptions =
                deadLetters().stream().map(DeadLetter::description).toList();
        assertThat(descriptions)
                .zipSatisfy(
                        spoilt.values(), (text, expected) -> assertThat(text).contains(expected.inDescription()));
    }

    private static Map<RawMessage, Expected> spoilt() {
        RawMessage good = Parcels.raw("p-1", 1);
        Map<RawMessage, Expected> spoilt = new LinkedHashMap<>();
        spoilt.put(new RawMessage("p-1", Map.of(), new byte[0]), new Expected("missing-attribute", "specversion"));
        spoilt.put(good.without("specversion"), new Expected("missing-attribute", "specversion"));
        spoilt.put(good.with("specversion", "9.9"), new Expected("unknown-specversion", "9.9"));
        spoilt.put(good.without("id"), new Expected("missing-attribute", "id"));
        spoilt.put(good.with("id", " "), new Expected("missing-attribute", "id"));
        spoilt.put(good.without("source"), new Expected("missing-attribute", "source"));
        spoilt.put(good.with("source", "not a reference"), new Expected("malformed-attribute", "source"));
        spoilt.put(good.without("type"), new Expected("missing-attribute", "type"));
        spoilt.put(good.with("time", "yesterday"), new Expected("malformed-attribute", "time"));
        spoilt.put(good.with("type", "ParcelEaten"), new Expected("unknown-type", "ParcelEaten"));
        spoilt.put(good.without("dataschema"), new Expected("missing-attribute", "dataschema"));
        spoilt.put(
                good.with("dataschema", "urn:drone-delivery:schema:ParcelMoved:2"),
                new Expected("unknown-version", "ParcelMoved:2"));
        spoilt.put(good.with("datacontenttype", "text/xml"), new Expected("unknown-content-type", "text/xml"));
        spoilt.put(good.withData(""), new Expected("invalid-data", "no data"));
        spoilt.put(good.withData("moved!"), new Expected("invalid-data", "moved"));
        spoilt.put(good.withData("null"), new Expected("invalid-data", "null"));
        spoilt.put(good.withData("{\"parcel\":\"p-1\",\"stop\":\"soon\"}"), new Expected("invalid-data", "stop"));
        return spoilt;
    }
}
