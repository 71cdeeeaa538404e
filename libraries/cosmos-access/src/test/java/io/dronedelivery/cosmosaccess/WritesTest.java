package io.dronedelivery.cosmosaccess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.dronedelivery.localcosmos.CosmosCall;
import io.dronedelivery.localcosmos.LocalCosmos;
import io.dronedelivery.localcosmos.RequestCharges;
import io.dronedelivery.servicekit.deadline.Deadline;
import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.problem.ProblemType;
import io.dronedelivery.servicekit.security.Caller;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

class WritesTest {

    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

    private static LocalCosmos cosmos;
    private static Service byOwner;
    private static Service byId;

    record Thing(String id, String ownerId, Instant at, BigDecimal weightKg) {

        static Thing of(String ownerId, String id) {
            return new Thing(id, ownerId, NOON, new BigDecimal("1.25"));
        }
    }

    /** How the container is partitioned; writes must not show it. */
    enum Key {
        OWNER_ID,
        ID;

        DocumentContainer things() {
            return (this == OWNER_ID ? byOwner : byId).things();
        }
    }

    @BeforeAll
    static void start() {
        cosmos = LocalCosmos.start(o -> o.partitions(4));
        byOwner = Service.start(cosmos, "cosmos.containers.things.partition-key=/ownerId");
        byId = Service.start(
                cosmos, "spring.cloud.azure.cosmos.database=other", "cosmos.containers.things.partition-key=/id");
    }

    @AfterAll
    static void stop() {
        byOwner.close();
        byId.close();
        cosmos.close();
    }

    @ParameterizedTest
    @EnumSource
    void a_document_is_created_once_and_found_with_one_call(Key key) {
        DocumentContainer things = key.things();
        assertThat(things.read("ann", "once", Thing.class).blockOptional()).isEmpty();
        assertThat(things.create(Thing.of("ann", "once")).block()).isTrue();
        assertThat(things.create(Thing.of("ann", "once")).block()).isFalse();

        cosmos.clearCalls();
        StoredDocument<Thing> stored = things.read("ann", "once", Thing.class).block();

        assertThat(stored.value()).isEqualTo(Thing.of("ann", "once"));
        assertThat(Service.documentCalls(cosmos))
                .extracting(CosmosCall::operation)
                .containsExactly("read-document");
        assertThat(things.byId("once", Thing.class, Caller.ANYBODY).block()).isEqualTo(stored.value());
    }

    @ParameterizedTest
    @EnumSource
    void a_document_that_changed_since_it_was_read_is_not_replaced(Key key) {
        DocumentContainer things = key.things();
        things.create(Thing.of("ann", "versioned")).block();
        String etag = things.read("ann", "versioned", Thing.class).block().etag();
        Thing heavier = new Thing("versioned", "ann", NOON, BigDecimal.TEN);

        assertThat(things.replace(heavier, etag).block()).isTrue();
        assertThat(things.replace(Thing.of("ann", "versioned"), etag).block()).isFalse();

        assertThat(things.read("ann", "versioned", Thing.class).block().value().weightKg())
                .isEqualByComparingTo("10");
        assertThat(things.replace(Thing.of("ann", "never-there"), etag).block()).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void members_are_set_beside_the_others(Key key) {
        DocumentContainer things = key.things();
        things.create(Thing.of("ann", "patched")).block();

        assertThat(things.set("ann", "patched", Map.of("status", "completed", "doneAt", NOON))
                        .block())
                .isTrue();
        assertThat(things.set("ann", "nobody", Map.of("status", "completed")).block())
                .isFalse();

        JsonNode patched = things.read("ann", "patched", JsonNode.class).block().value();
        assertThat(patched.get("status").asString()).isEqualTo("completed");
        assertThat(patched.get("doneAt").asString()).isEqualTo("2026-11-21T12:00:00Z");
        assertThat(patched.get("weightKg").decimalValue()).isEqualByComparingTo("1.25");
    }

    @ParameterizedTest
    @EnumSource
    void a_document_is_deleted_once(Key key) {
        DocumentContainer things = key.things();
        things.create(Thing.of("ann", "short-lived")).block();

        assertThat(things.delete("ann", "short-lived", null).block()).isTrue();
        assertThat(things.delete("ann", "short-lived", null).block()).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void only_the_version_that_is_named_is_changed_or_deleted(Key key) {
        DocumentContainer things = key.things();
        Thing thing = Thing.of("ann", "conditional");
        String first = things.createForEtag(thing).block();
        assertThat(things.createForEtag(thing).blockOptional()).isEmpty();

        assertThat(things.set("ann", "conditional", Map.of("n", 1), first).block())
                .isTrue();
        assertThat(things.set("ann", "conditional", Map.of("n", 2), first).block())
                .isFalse();
        assertThat(things.delete("ann", "conditional", first).block()).isFalse();

        StoredDocument<JsonNode> now =
                things.read("ann", "conditional", JsonNode.class).block();
        assertThat(now.value().get("n").asInt()).isEqualTo(1);
        assertThat(things.delete("ann", "conditional", now.etag()).block()).isTrue();
        assertThat(things.set("ann", "conditional", Map.of("n", 3), now.etag()).block())
                .isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void documents_of_all_owners_are_found(Key key) {
        DocumentContainer things = key.things();
        for (String owner : List.of("kim", "lou", "max")) {
            things.create(Map.of("id", "of-" + owner, "ownerId", owner, "kind", "wanted"))
                    .block();
        }

        assertThat(things.everywhere(DocumentQuery.of("wanted", "SELECT c.ownerId FROM c WHERE c.kind = @kind")
                                .with("@kind", "wanted"))
                        .map(found -> found.get("ownerId").asString())
                        .collectList()
                        .block())
                .containsExactlyInAnyOrder("kim", "lou", "max");
    }

    /** Other addresses would come of them than that of a document. */
    @ParameterizedTest
    @EnumSource
    void there_is_no_document_with_an_id_that_none_can_have(Key key) {
        for (String id : List.of("a/b", "../a", "/", "", "x".repeat(1024), "\u00e9".repeat(512))) {
            assertThat(key.things().read("ann", id, Thing.class).blockOptional())
                    .as(id)
                    .isEmpty();
            assertThat(key.things().set("ann", id, Map.of("n", 1)).block())
                    .as(id)
                    .isFalse();
            assertThat(key.things().delete("ann", id, null).block()).as(id).isFalse();
        }
    }

    @Test
    void documents_of_an_owner_are_created_together_or_not_at_all() {
        DocumentContainer things = Key.OWNER_ID.things();
        List<Thing> pair = List.of(Thing.of("bob", "b-1"), Thing.of("bob", "b-2"));
        List<Thing> overlapping = List.of(Thing.of("bob", "b-3"), Thing.of("bob", "b-2"));

        cosmos.clearCalls();
        List<String> etags = things.createTogether(pair).block();
        assertThat(Service.documentCalls(cosmos))
                .extracting(CosmosCall::operation)
                .containsExactly("batch");
        assertThat(things.createTogether(overlapping).blockOptional()).isEmpty();

        assertThat(etags).hasSize(2);
        assertThat(things.read("bob", "b-2", Thing.class).block().etag()).isEqualTo(etags.get(1));
        assertThat(things.read("bob", "b-3", Thing.class).blockOptional()).isEmpty();
    }

    @Test
    void what_the_database_never_takes_is_no_outage_of_it() {
        DocumentContainer things = Key.OWNER_ID.things();
        Map<String, String> large = Map.of("id", "large", "ownerId", "ann", "text", "x".repeat(2 * 1024 * 1024));
        cosmos.full("full", true);

        assertThat(failure(things.create(Thing.of("full", "f-1")))).isEqualTo(ProblemType.INTERNAL_ERROR);
        assertThat(failure(things.createTogether(List.of(Thing.of("full", "f-1")))))
                .isEqualTo(ProblemType.INTERNAL_ERROR);
        assertThat(failure(things.create(large))).isEqualTo(ProblemType.INTERNAL_ERROR);
        assertThat(ProblemType.INTERNAL_ERROR.isTemporary()).isFalse();
    }

    private static ProblemType failure(Mono<?> write) {
        return catchThrowableOfType(ProblemException.class, write::block).type();
    }

    @Test
    void documents_each_in_its_own_partition_are_not_created_together() {
        assertThat(Key.ID.things().keepsOwnersTogether()).isFalse();
        assertThatThrownBy(() -> Key.ID.things().createTogether(List.of(Thing.of("bob", "b-1"))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("/id");
    }

    @Test
    void every_write_is_measured_as_the_database_counts_it() {
        try (LocalCosmos own = LocalCosmos.start();
                Service service = Service.start(own)) {
            DocumentContainer things = service.things();
            own.clearCalls();
            things.createTogether(List.of(Thing.of("eve", "e-1"), Thing.of("eve", "e-2")))
                    .block();
            things.create(Thing.of("eve", "e-3")).block();
            things.create(Thing.of("eve", "e-3")).block();
            things.set("eve", "e-3", Map.of("n", 1)).block();
            things.delete("eve", "e-3", null).block();

            for (String operation : List.of("create-together", "create", "set", "delete")) {
                assertThat(service.summary("cosmos.operation.calls", operation, "kind", "data")
                                .totalAmount())
                        .as(operation)
                        .isEqualTo(operation.equals("create") ? 2 : 1);
            }
            double charged = List.of("create-together", "create", "set", "delete").stream()
                    .mapToDouble(operation -> service.summary("cosmos.operation.request.charge", operation)
                            .totalAmount())
                    .sum();
            assertThat(charged)
                    .isCloseTo(
                            Service.documentCalls(own).stream()
                                    .mapToDouble(CosmosCall::requestCharge)
                                    .sum(),
                            Offset.offset(1e-3));
        }
    }

    @Test
    void a_write_ends_with_its_caller_s_time_and_says_when_units_are_short() {
        // The first query, at start, spends the units of fifty seconds. The SDK would not begin to wait for so long.
        try (LocalCosmos own = LocalCosmos.start(o -> o.enforceThroughput(true)
                        .charges(RequestCharges.calibrated().withQueries(20_000, 0)));
                Service service = Service.start(
                        own, "spring.cloud.azure.cosmos.throttling-retry-options.max-retry-wait-time=5m")) {
            ProblemException problem = catchThrowableOfType(
                    ProblemException.class,
                    () -> service.things()
                            .createTogether(List.of(Thing.of("eve", "e-1")))
                            .contextWrite(Deadline.after(Duration.ofMillis(300))::putInto)
                            .block());

            assertThat(problem.type()).isIn(ProblemType.UNAVAILABLE, ProblemType.DEADLINE_EXCEEDED);
        }
    }
}
