package io.dronedelivery.localcosmos;

import static io.dronedelivery.localcosmos.RawClient.DOCS;
import static io.dronedelivery.localcosmos.RawClient.KEY;
import static io.dronedelivery.localcosmos.RawClient.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.localcosmos.RawClient.Answer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What every answer says, of what is missing and of throughput, too. */
class ProtocolAnswersTest {
    @RegisterExtension
    static final LocalCosmosExtension cosmos = LocalCosmosExtension.with(o -> o.partitions(3));

    private RawClient client;

    @BeforeEach
    void container() {
        client = RawClient.ofFlights(cosmos.cosmos());
    }

    @Test
    void every_answer_has_its_charge_and_data_its_place() {
        Answer answer = client.post(
                DOCS, "{\"id\":\"p\",\"ownerId\":\"o-1\"}", KEY, "[\"o-1\"]", "x-ms-documentdb-is-upsert", "true");

        assertThat(answer.headers())
                .containsKeys("x-ms-activity-id", "x-ms-session-token", "lsn", "etag", "x-ms-request-charge")
                .containsEntry("x-ms-alt-content-path", "dbs/db/colls/flights")
                .containsEntry("x-ms-schemaversion", "1.18");
        assertThat(Double.parseDouble(answer.headers().get("x-ms-request-duration-ms")))
                .isBetween(0.0, 60_000.0);
        assertThat(client.get("dbs/none").headers()).containsKey("x-ms-request-duration-ms");
        assertThat(client.get("dbs").headers()).containsEntry("x-ms-request-charge", "1");
    }

    @ParameterizedTest
    @CsvSource({
        "GET, dbs/db/colls/none/docs/f, 1003",
        "GET, dbs/db/colls/none/docs, 1003",
        "POST, dbs/db/colls/none/docs, 1003",
        "GET, dbs/db/colls/none/pkranges, 1003",
        "GET, dbs/none/colls/flights/docs/f, 1003",
        "GET, dbs/none/colls/flights, 1003",
        "POST, dbs/none/colls, 1003",
        "DELETE, dbs/none/colls/flights, 1003",
        "GET, dbs/db/colls/none, 0",
        "DELETE, dbs/db/colls/none, 0",
        "GET, dbs/none, 0",
        "GET, dbs/db/colls/flights/docs/none, 0",
    })
    void a_missing_owner_is_told_from_the_missing_resource_itself(String method, String path, int subStatus) {
        Answer answer = client.send(method, path, "{\"id\":\"f\",\"ownerId\":\"o-1\"}", KEY, "[\"o-1\"]");

        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.subStatus()).isEqualTo(subStatus);
        assertThat(answer.body().get("message").asString()).contains("'none'");
    }

    @Test
    void throughput_is_a_multiple_of_a_hundred_from_four_hundred_on() {
        String rid = client.get("offers").body().at("/Offers/0/_rid").asString();

        assertRefused(
                client.send("PUT", "offers/" + rid, "{\"content\":{\"offerThroughput\":450}}"),
                400,
                "BadRequest",
                "450");
        assertRefused(
                client.send("PUT", "offers/" + rid, "{\"content\":{\"offerThroughput\":300}}"),
                400,
                "BadRequest",
                "300");
    }
}
