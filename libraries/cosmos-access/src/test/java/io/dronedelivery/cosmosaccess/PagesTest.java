package io.dronedelivery.cosmosaccess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dronedelivery.localcosmos.CosmosCall;
import io.dronedelivery.localcosmos.LocalCosmos;
import io.dronedelivery.servicekit.security.Owner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** Going through a container, or a part of it, page by page. */
class PagesTest {

    private static final int THINGS = 50;
    private static final DocumentQuery RED =
            DocumentQuery.of("red", "SELECT c.id FROM c WHERE c.color = @color").with("@color", "red");

    private static LocalCosmos cosmos;
    private static Service byOwner;
    private static Service byId;

    record Thing(String id, String ownerId, String color) {}

    /** How the container is partitioned; pages must not show it. */
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
        for (Key key : Key.values()) {
            for (int n = 0; n < THINGS; n++) {
                key.things()
                        .create(new Thing("t-" + n, "o-" + n, n % 5 == 0 ? "blue" : "red"))
                        .block();
            }
        }
    }

    @AfterAll
    static void stop() {
        byOwner.close();
        byId.close();
        cosmos.close();
    }

    @ParameterizedTest
    @EnumSource
    void the_ranges_together_have_every_document_once(Key key) {
        List<DocumentRange> ranges = key.things().ranges().block();
        List<String> found = new ArrayList<>();

        ranges.forEach(range -> found.addAll(idsIn(key.things(), range)));

        assertThat(ranges)
                .hasSize(4)
                .allSatisfy(range -> assertThat(range.token()).matches("[A-Za-z0-9_-]+"));
        assertThat(found).containsExactlyInAnyOrderElementsOf(red());
    }

    private static List<String> idsIn(DocumentContainer things, DocumentRange range) {
        List<String> ids = new ArrayList<>();
        String continuation = null;
        do {
            DocumentPage page = things.page(RED, range, 3, continuation).block();
            assertThat(page.documents()).hasSizeLessThanOrEqualTo(3);
            page.documents().forEach(thing -> ids.add(thing.get("id").asString()));
            continuation = page.continuation();
        } while (continuation != null);
        return ids;
    }

    @ParameterizedTest
    @EnumSource
    void the_whole_container_is_read_page_by_page(Key key) {
        List<String> ids = new ArrayList<>();
        String continuation = null;
        int pages = 0;
        do {
            DocumentPage page = key.things().page(RED, 7, continuation).block();
            page.documents().forEach(thing -> ids.add(thing.get("id").asString()));
            continuation = page.continuation();
            pages++;
        } while (continuation != null);

        assertThat(ids).containsExactlyInAnyOrderElementsOf(red());
        assertThat(pages).isGreaterThan(4);
    }

    /** What the database answers beyond the page costs request units, too, and no meter counts them. */
    @ParameterizedTest
    @EnumSource
    void a_page_of_the_whole_container_asks_no_partition_that_comes_later(Key key) {
        String continuation = null;
        for (int page = 0; page < 3; page++) {
            cosmos.clearCalls();

            DocumentPage found = key.things().page(RED, 1, continuation).block();

            assertThat(found.documents()).hasSize(1);
            assertThat(Service.documentCalls(cosmos))
                    .filteredOn(CosmosCall::isData)
                    .extracting(CosmosCall::partition)
                    .containsOnly("0");
            continuation = found.continuation();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "", "{}", "{\"token\":\"x\",\"range\":{\"min\":\"\",\"max\":\"FF\"}}"})
    void what_is_no_continuation_is_told(String continuation) {
        DocumentContainer things = byOwner.things();

        assertThatThrownBy(() -> things.page(RED, 7, continuation).block())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("The continuation is none of the query red");
        assertThatThrownBy(() -> things.page(RED, things.ranges().block().get(0), 7, continuation)
                        .block())
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_document_that_goes_while_its_page_is_worked_on_keeps_no_other_from_its_turn() {
        DocumentContainer things = byOwner.things();
        DocumentQuery query = DocumentQuery.of("green", "SELECT c.id, c.ownerId FROM c WHERE c.color = 'green'");
        for (int n = 0; n < 10; n++) {
            things.create(new Thing("g-" + n, "green", "green")).block();
        }
        List<String> seen = new ArrayList<>();
        for (DocumentRange range : things.ranges().block()) {
            String continuation = null;
            do {
                DocumentPage page = things.page(query, range, 3, continuation).block();
                for (JsonNode thing : page.documents()) {
                    seen.add(thing.get("id").asString());
                    things.delete("green", thing.get("id").asString(), null).block();
                }
                continuation = page.continuation();
            } while (continuation != null);
        }

        assertThat(seen)
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, 10).mapToObj(n -> "g-" + n).toList());
    }

    @ParameterizedTest
    @EnumSource
    void a_member_of_a_member_is_set(Key key) {
        DocumentContainer things = key.things();
        things.create(Map.of("id", "nested", "ownerId", "o", "box", Map.of("status", "pending", "size", 3)))
                .block();

        assertThat(things.set("o", "nested", Map.of("box/status", "set-aside", "box/reason", "unreadable"))
                        .block())
                .isTrue();

        JsonNode box =
                things.read("o", "nested", JsonNode.class).block().value().get("box");
        assertThat(box.get("status").asString()).isEqualTo("set-aside");
        assertThat(box.get("reason").asString()).isEqualTo("unreadable");
        assertThat(box.get("size").asInt()).isEqualTo(3);
    }

    /** In gateway mode the SDK then releases buffers twice, see docs/security.md: they must not be another's by then. */
    @Test
    void calls_cancelled_in_the_middle_of_their_answers_leave_those_of_others_whole() {
        DocumentContainer things = byOwner.things();
        String text = "long ".repeat(4_000);
        for (int n = 0; n < 20; n++) {
            things.create(Map.of("id", "l-" + n, "ownerId", "long", "text", text))
                    .block();
        }
        Flux<JsonNode> found = things.ofOwner(
                Owner.ofMessage("long"), DocumentQuery.of("long", "SELECT c.text FROM c WHERE c.ownerId = @ownerId"));
        Mono<Boolean> cancelled = Flux.range(0, 120)
                .flatMap(n -> found.takeUntilOther(Mono.delay(Duration.ofMillis(n % 12))), 4)
                .then(Mono.just(true));
        Mono<List<List<JsonNode>>> whole =
                Flux.range(0, 20).concatMap(n -> found.collectList()).collectList();

        List<List<JsonNode>> answers = Mono.zip(whole, cancelled).block().getT1();

        assertThat(answers)
                .hasSize(20)
                .allSatisfy(answer -> assertThat(answer)
                        .hasSize(20)
                        .allMatch(thing -> thing.get("text").stringValue().equals(text)));
    }

    private static List<String> red() {
        return IntStream.range(0, THINGS)
                .filter(n -> n % 5 != 0)
                .mapToObj(n -> "t-" + n)
                .toList();
    }
}
