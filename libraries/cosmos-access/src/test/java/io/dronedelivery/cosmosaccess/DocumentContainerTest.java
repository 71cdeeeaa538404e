package io.dronedelivery.cosmosaccess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dronedelivery.localcosmos.CosmosCall;
import io.dronedelivery.localcosmos.Latency;
import io.dronedelivery.localcosmos.LocalCosmos;
import io.dronedelivery.servicekit.security.Caller;
import io.dronedelivery.servicekit.security.Owner;
import io.micrometer.core.instrument.search.MeterNotFoundException;
import java.time.Duration;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class DocumentContainerTest {

    private static final Offset<Double> EXACT = Offset.offset(1e-6);

    @Test
    void an_owner_s_documents_together_are_one_call_to_one_partition() {
        try (LocalCosmos cosmos = LocalCosmos.start(o -> o.partitions(9));
                Service service = Service.start(cosmos, "cosmos.containers.things.partition-key=/ownerId")) {
            service.store("ann", 3, 120);
            service.store("ann", 4, 1);
            service.store("bob", 3, 5);

            cosmos.clearCalls();
            assertThat(month(service, "ann", 3)).hasSize(120);
            assertThat(Service.documentCalls(cosmos))
                    .extracting(CosmosCall::operation)
                    .startsWith("query-plan")
                    .endsWith("query");

            cosmos.clearCalls();
            assertThat(month(service, "bob", 3)).hasSize(5);
            assertThat(Service.documentCalls(cosmos))
                    .extracting(CosmosCall::operation)
                    .containsExactly("query");

            assertThat(service.summary("cosmos.operation.calls", "month", "kind", "data")
                            .max())
                    .isEqualTo(1);
            assertThat(service.summary("cosmos.operation.calls", "month", "kind", "data")
                            .count())
                    .isEqualTo(2);
        }
    }

    @Test
    void each_document_for_itself_is_one_call_to_every_partition_counted_alike_on_both_sides() {
        try (LocalCosmos cosmos = LocalCosmos.start(o -> o.partitions(9));
                Service service = Service.start(cosmos, "cosmos.containers.things.partition-key=/id")) {
            service.store("ann", 3, 30);
            service.store("ann", 4, 1);

            for (int month : List.of(3, 4, 5)) {
                cosmos.clearCalls();
                double callsBefore = total(service, "cosmos.operation.calls", "kind", "data");
                double chargeBefore = service.dataCharge("month");

                int expected = month == 3 ? 30 : month == 4 ? 1 : 0;
                assertThat(month(service, "ann", month)).hasSize(expected);

                List<CosmosCall> data = dataCalls(cosmos);
                assertThat(data).hasSize(9).extracting(CosmosCall::partition).doesNotHaveDuplicates();
                assertThat(total(service, "cosmos.operation.calls", "kind", "data") - callsBefore)
                        .isEqualTo(9);
                assertThat(service.dataCharge("month") - chargeBefore).isCloseTo(charge(data), EXACT);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 40", "3, 3, 200", "all, 9, 600"})
    void partitions_are_asked_as_many_at_a_time_as_configured(String parallelism, int atOnce, int latencyMs) {
        try (LocalCosmos cosmos =
                        LocalCosmos.start(o -> o.partitions(9).latency(Latency.fixed(Duration.ofMillis(latencyMs))));
                Service service = Service.start(
                        cosmos,
                        "cosmos.containers.things.partition-key=/id",
                        "cosmos.containers.things.parallelism=" + parallelism)) {
            service.store("ann", 3, 20);

            // A busy machine may answer the first of them before it asks the last one.
            long most = 0;
            for (int i = 0; i < 20 && most < atOnce; i++) {
                cosmos.clearCalls();
                assertThat(month(service, "ann", 3)).hasSize(20);
                most = mostAtOnce(dataCalls(cosmos));
                assertThat(most).isLessThanOrEqualTo(atOnce);
            }

            assertThat(most).isEqualTo(atOnce);
        }
    }

    @Test
    void a_document_is_read_by_its_id_with_either_key() {
        try (LocalCosmos cosmos = LocalCosmos.start(o -> o.partitions(9));
                Service service = Service.start(cosmos, "cosmos.containers.things.partition-key=/id")) {
            service.store("ann", 3, 3);
            cosmos.clearCalls();

            assertThat(service.things()
                            .byId("ann-3-1", JsonNode.class, Caller.ANYBODY)
                            .block()
                            .get("ownerId")
                            .asString())
                    .isEqualTo("ann");
            assertThat(service.things()
                            .byId("unknown", JsonNode.class, Caller.ANYBODY)
                            .blockOptional())
                    .isEmpty();

            assertThat(Service.documentCalls(cosmos))
                    .extracting(CosmosCall::operation)
                    .containsOnly("read-document")
                    .hasSize(2);
            assertThat(service.summary("cosmos.operation.calls", "by-id", "kind", "data")
                            .totalAmount())
                    .isEqualTo(2);
            assertThat(service.summary("cosmos.operation.request.charge", "by-id")
                            .totalAmount())
                    .isCloseTo(charge(Service.documentCalls(cosmos)), EXACT);
        }
        try (LocalCosmos cosmos = LocalCosmos.start(o -> o.partitions(9));
                Service service = Service.start(cosmos, "cosmos.containers.things.partition-key=/ownerId")) {
            service.store("ann", 3, 3);
            cosmos.clearCalls();

            assertThat(service.things()
                            .byId("ann-3-1", JsonNode.class, Caller.ANYBODY)
                            .block()
                            .get("ownerId")
                            .asString())
                    .isEqualTo("ann");
            assertThat(service.things()
                            .byId("unknown", JsonNode.class, Caller.ANYBODY)
                            .blockOptional())
                    .isEmpty();

            assertThat(dataCalls(cosmos)).hasSize(18);
            assertThat(service.summary("cosmos.operation.calls", "by-id", "kind", "data")
                            .totalAmount())
                    .isEqualTo(18);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/ownerId", "/id"})
    void a_query_for_an_owner_that_does_not_ask_for_the_owner_is_refused(String partitionKey) {
        DocumentQuery ofAll = DocumentQuery.of("all", "SELECT c.id FROM c WHERE c.month = @month");
        try (LocalCosmos cosmos = LocalCosmos.start();
                Service service = Service.start(cosmos, "cosmos.containers.things.partition-key=" + partitionKey)) {
            service.store("bob", 3, 1);
            cosmos.clearCalls();

            assertThatThrownBy(() -> service.things()
                            .ofOwner(Owner.ofMessage("ann"), ofAll.with("@month", 3))
                            .collectList()
                            .block())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContainingAll("all", "c.ownerId = @ownerId");

            assertThat(Service.documentCalls(cosmos)).isEmpty();
        }
    }

    private static List<JsonNode> month(Service service, String owner, int month) {
        return service.things()
                .ofOwner(Owner.ofMessage(owner), Service.MONTH.with("@month", month))
                .collectList()
                .block();
    }

    private static double total(Service service, String meter, String... tags) {
        try {
            return service.summary(meter, "month", tags).totalAmount();
        } catch (MeterNotFoundException beforeTheFirst) {
            return 0;
        }
    }

    private static List<CosmosCall> dataCalls(LocalCosmos cosmos) {
        return cosmos.calls().stream().filter(CosmosCall::isData).toList();
    }

    private static double charge(List<CosmosCall> calls) {
        return calls.stream().mapToDouble(CosmosCall::requestCharge).sum();
    }

    private static long mostAtOnce(List<CosmosCall> calls) {
        return calls.stream()
                .mapToLong(at -> calls.stream()
                        .filter(call -> !call.startedAt().isAfter(at.startedAt())
                                && call.endedAt().isAfter(at.startedAt()))
                        .count())
                .max()
                .orElse(0);
    }
}
