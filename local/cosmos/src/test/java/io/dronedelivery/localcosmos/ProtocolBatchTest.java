package io.dronedelivery.localcosmos;

import static io.dronedelivery.localcosmos.RawClient.DOCS;
import static io.dronedelivery.localcosmos.RawClient.KEY;
import static io.dronedelivery.localcosmos.RawClient.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.localcosmos.RawClient.Answer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Transactions as they are written. */
class ProtocolBatchTest {
    @RegisterExtension
    static final LocalCosmosExtension cosmos = LocalCosmosExtension.with(o -> o.partitions(3));

    private RawClient client;

    @BeforeEach
    void container() {
        client = RawClient.ofFlights(cosmos.cosmos());
    }

    @Test
    void the_members_of_a_batch_operation_come_in_any_order() {
        String body = "[{\"resourceBody\":{\"id\":\"b-1\",\"ownerId\":\"o-17\",\"n\":1},\"operationType\":\"Create\"},"
                + "{\"resourceBody\":[{\"op\":\"incr\",\"path\":\"/n\",\"value\":1}],\"id\":\"b-1\",\"operationType\":\"Patch\"},"
                + "{\"id\":\"b-1\",\"operationType\":\"Read\"}]";

        Answer answer = batch(body);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body().get(2).get("resourceBody").get("n").asInt()).isEqualTo(2);
    }

    @Test
    void a_batch_gives_the_documents_back_that_it_reads_and_not_those_that_it_writes_if_none_are_wanted() {
        Answer answer = batch(
                "[{\"operationType\":\"Upsert\",\"resourceBody\":{\"id\":\"b-2\",\"ownerId\":\"o-17\"}},"
                        + "{\"id\":\"b-2\",\"operationType\":\"Read\"}]",
                "prefer",
                "return=minimal");

        assertThat(answer.body().get(0).has("resourceBody")).isFalse();
        assertThat(answer.body().get(1).get("resourceBody").get("id").asString())
                .isEqualTo("b-2");
    }

    @Test
    void no_operation_of_a_transaction_names_another_partition_key() {
        String create =
                "[{\"operationType\":\"Create\",\"partitionKey\":\"[\\\"%s\\\"]\",\"resourceBody\":{\"id\":\"b-3\",\"ownerId\":\"%s\"}}]";

        assertRefused(batch(create.formatted("o-18", "o-18")), 400, "BadRequest", "different partition key");
        assertThat(client.get(DOCS + "/b-3", KEY, "[\"o-18\"]").status()).isEqualTo(404);
        assertThat(batch(create.formatted("o-17", "o-17")).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "1", "2"})
    void a_transaction_is_done_where_its_partition_key_is(String range) {
        String id = "b-range-" + range;
        Answer answer = batch(
                "[{\"operationType\":\"Create\",\"resourceBody\":{\"id\":\"" + id + "\",\"ownerId\":\"o-17\"}}]",
                "x-ms-documentdb-partitionkeyrangeid",
                range);

        assertThat(client.get(DOCS + "/" + id, KEY, "[\"o-17\"]").status())
                .isEqualTo(answer.status() == 200 ? 200 : 404);
        assertThat(answer.status()).isIn(200, 410);
    }

    @Test
    void a_batch_of_more_than_two_megabytes_is_too_large() {
        String document =
                "{\"operationType\":\"Upsert\",\"resourceBody\":{\"id\":\"b-%d\",\"ownerId\":\"o-17\",\"text\":\""
                        + "x".repeat(800_000) + "\"}}";

        assertRefused(
                batch("[" + document.formatted(1) + "," + document.formatted(2) + "," + document.formatted(3) + "]"),
                413,
                "RequestEntityTooLarge",
                "2 MB");
    }

    private Answer batch(String body, String... headers) {
        return client.post(
                DOCS,
                body,
                Stream.concat(
                                Stream.of(
                                        "x-ms-cosmos-is-batch-request",
                                        "true",
                                        "x-ms-cosmos-batch-atomic",
                                        "true",
                                        "x-ms-documentdb-partitionkey",
                                        "[\"o-17\"]"),
                                Stream.of(headers))
                        .toArray(String[]::new));
    }
}
