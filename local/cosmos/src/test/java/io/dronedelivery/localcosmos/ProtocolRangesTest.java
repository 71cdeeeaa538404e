package io.dronedelivery.localcosmos;

import static io.dronedelivery.localcosmos.RawClient.DOCS;
import static io.dronedelivery.localcosmos.RawClient.KEY;
import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.localcosmos.RawClient.Answer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Ranges of partition keys, and how far a range has to be for a read. */
class ProtocolRangesTest {
    @RegisterExtension
    static final LocalCosmosExtension cosmos = LocalCosmosExtension.with(o -> o.partitions(3));

    private RawClient client;

    @BeforeEach
    void container() {
        client = RawClient.ofFlights(cosmos.cosmos());
    }

    @Test
    void a_read_that_demands_more_than_the_partition_has_seen_is_not_answered() {
        Answer written = client.post(
                DOCS, "{\"id\":\"s\",\"ownerId\":\"o-1\"}", KEY, "[\"o-1\"]", "x-ms-documentdb-is-upsert", "true");
        String token = written.headers().get("x-ms-session-token");
        assertThat(token).matches("[012]:-1#\\d+");
        String range = token.substring(0, 1);

        assertThat(client.get(DOCS + "/s", KEY, "[\"o-1\"]", "x-ms-session-token", token)
                        .status())
                .isEqualTo(200);
        Answer early = client.get(DOCS + "/s", KEY, "[\"o-1\"]", "x-ms-session-token", range + ":-1#999999");
        assertThat(early.status()).isEqualTo(404);
        assertThat(early.subStatus()).isEqualTo(1002);
        Answer otherRange = client.get(DOCS + "/s", KEY, "[\"o-1\"]", "x-ms-session-token", "7:-1#999999," + token);
        assertThat(otherRange.status()).isEqualTo(200);
    }

    @Test
    void a_part_of_a_range_is_asked_for_by_its_ends() {
        for (int i = 0; i < 30; i++) {
            String owner = "e-" + i;
            client.post(
                    DOCS,
                    "{\"id\":\"%s\",\"ownerId\":\"%s\"}".formatted(owner, owner),
                    KEY,
                    "[\"" + owner + "\"]",
                    "x-ms-documentdb-is-upsert",
                    "true");
        }

        int whole = countIn("", "15555555555555555555555555555555");
        int lower = countIn("", "0A");
        int upper = countIn("0A", "15555555555555555555555555555555");

        assertThat(lower).isPositive();
        assertThat(upper).isPositive();
        assertThat(lower + upper).isEqualTo(whole);
    }

    private int countIn(String startEpk, String endEpk) {
        return client.post(
                        DOCS,
                        "{\"query\":\"SELECT * FROM c WHERE STARTSWITH(c.id, 'e-')\"}",
                        "x-ms-documentdb-isquery",
                        "true",
                        "x-ms-documentdb-partitionkeyrangeid",
                        "0",
                        "x-ms-start-epk",
                        startEpk,
                        "x-ms-end-epk",
                        endEpk)
                .body()
                .get("_count")
                .asInt();
    }

    @Test
    void a_range_that_does_not_exist_is_gone() {
        Answer answer = client.post(
                DOCS,
                "{\"query\":\"SELECT * FROM c\"}",
                "x-ms-documentdb-isquery",
                "true",
                "x-ms-documentdb-partitionkeyrangeid",
                "17");

        assertThat(answer.status()).isEqualTo(410);
        assertThat(answer.subStatus()).isEqualTo(1002);
    }

    @Test
    void partition_key_ranges_are_told_once_and_found_by_resource_ids() {
        String rid = client.get("dbs/db/colls/flights").body().get("_self").asString();
        Answer ranges = client.get("dbs/db/colls/flights/pkranges", "A-IM", "Incremental Feed");

        assertThat(ranges.body().get("PartitionKeyRanges")).hasSize(3);
        assertThat(client.get(
                                "dbs/db/colls/flights/pkranges",
                                "A-IM",
                                "Incremental Feed",
                                "If-None-Match",
                                ranges.headers().get("etag"))
                        .status())
                .isEqualTo(304);
        assertThat(client.get(rid.substring(0, rid.length() - 1)).status()).isEqualTo(200);
    }
}
