package io.dronedelivery.localcosmos;

import static io.dronedelivery.localcosmos.Sdk.flight;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A disk that takes nothing: what could not be kept was never there. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "Needs /dev/full, which every write finds full")
class FullDiskTest {
    private static final String[] OWNER = {"x-ms-documentdb-partitionkey", "[\"o-17\"]"};
    private static final String DOCUMENTS = "dbs/db/colls/flights/docs";

    @TempDir
    private Path directory;

    private LocalCosmos cosmos;
    private RawClient client;

    @BeforeEach
    void start() throws IOException {
        cosmos = LocalCosmos.start(o -> o.partitions(1).dataDirectory(directory));
        client = new RawClient(cosmos);
        client.post("dbs", "{\"id\":\"db\"}");
        Files.createSymbolicLink(directory.resolve("container-2.journal"), Path.of("/dev/full"));
        assertThat(client.post("dbs/db/colls", "{\"id\":\"flights\",\"partitionKey\":{\"paths\":[\"/ownerId\"]}}")
                        .status())
                .isEqualTo(201);
    }

    @AfterEach
    void stop() {
        cosmos.close();
    }

    private static String json(String id) {
        return flight(id, "o-17", 11).toString();
    }

    @Test
    void a_write_that_is_refused_because_the_disk_is_full_is_never_seen() {
        RawClient.Answer refused = client.post(DOCUMENTS, json("f-1"), OWNER);

        RawClient.assertRefused(refused, 503, "ServiceUnavailable", "container-2.journal");
        assertThat(refused.headers().get("x-ms-session-token")).isEqualTo("0:-1#0");
        assertThat(client.get(DOCUMENTS + "/f-1", OWNER).status()).isEqualTo(404);
        assertThat(client.get(DOCUMENTS, "A-IM", "Incremental Feed", OWNER[0], OWNER[1])
                        .status())
                .isEqualTo(304);
        assertThat(client.get(DOCUMENTS, OWNER).body().path("_count").asInt()).isZero();
    }

    @Test
    void what_comes_after_it_is_refused_too_and_not_taken_for_a_duplicate() {
        client.post(DOCUMENTS, json("f-1"), OWNER);

        assertThat(client.post(DOCUMENTS, json("f-1"), OWNER).status()).isEqualTo(503);
        assertThat(client.post(
                                DOCUMENTS,
                                "[{\"operationType\":\"Upsert\",\"resourceBody\":" + json("f-2") + "}]",
                                "x-ms-cosmos-is-batch-request",
                                "true",
                                "x-ms-cosmos-batch-atomic",
                                "true",
                                OWNER[0],
                                OWNER[1])
                        .status())
                .isEqualTo(503);
        JsonNode left = client.get(DOCUMENTS, OWNER).body();
        assertThat(left.path("Documents")).isEmpty();
    }
}
