package io.dronedelivery.localcosmos;

import static io.dronedelivery.localcosmos.RawClient.DOCS;
import static io.dronedelivery.localcosmos.RawClient.KEY;
import static io.dronedelivery.localcosmos.RawClient.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What is a document, and how large and deep one may be. */
class ProtocolDocumentsTest {
    @RegisterExtension
    static final LocalCosmosExtension cosmos = LocalCosmosExtension.with(o -> o.partitions(3));

    private RawClient client;

    @BeforeEach
    void container() {
        client = RawClient.ofFlights(cosmos.cosmos());
    }

    @Test
    void bodies_that_are_no_documents_are_refused() {
        assertRefused(client.post(DOCS, "{\"id\":", KEY, "[\"o-1\"]"), 400, "BadRequest", "not valid JSON");
        assertRefused(client.post(DOCS, "[]", KEY, "[\"o-1\"]"), 400, "BadRequest", "not a JSON object");
        assertRefused(client.post(DOCS, "{\"id\":\"f\"}{}", KEY, "[{}]"), 400, "BadRequest", "more than one");
        assertRefused(
                client.post(DOCS, "x".repeat(4 * 1024 * 1024), KEY, "[1]"), 413, "RequestEntityTooLarge", "at most");
        assertRefused(client.post(DOCS, "{\"id\":\"f\",\"ownerId\":\"o-1\"}"), 400, "BadRequest", KEY);
    }

    @Test
    void a_partition_key_has_at_most_2048_bytes() {
        String longest = "é".repeat(1_024);

        assertThat(client.post(
                                DOCS,
                                Sdk.flight("k-1", longest, 1).toString(),
                                "x-ms-documentdb-partitionkey",
                                asciiKey(longest))
                        .status())
                .isEqualTo(201);
        assertRefused(
                client.post(
                        DOCS,
                        Sdk.flight("k-2", longest + "x", 1).toString(),
                        "x-ms-documentdb-partitionkey",
                        asciiKey(longest + "x")),
                400,
                "BadRequest",
                "2048 bytes");
    }

    private static String asciiKey(String key) {
        return "[\"" + key.replace("é", "\\u00e9") + "\"]";
    }

    @Test
    void a_document_has_at_most_128_levels_of_embedded_values() {
        String[] owner = {"x-ms-documentdb-partitionkey", "[\"o-17\"]"};
        String document = "{\"id\":\"deep-%d\",\"ownerId\":\"o-17\",\"deep\":%s}";

        assertThat(client.post(DOCS, document.formatted(1, "[".repeat(128) + "]".repeat(128)), owner)
                        .status())
                .isEqualTo(201);
        assertRefused(
                client.post(DOCS, document.formatted(2, "[".repeat(129) + "]".repeat(129)), owner),
                400,
                "BadRequest",
                "128 levels");
    }
}
