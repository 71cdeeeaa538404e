package io.dronedelivery.localcosmos.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.localcosmos.RequestCharges;
import io.dronedelivery.localcosmos.throughput.Throughput;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class LazyFieldsTest {
    private final Container container = new Container(
            new Container.Identity("db", 1, 2, 1, 0),
            ContainerDefinition.parse(
                    Json.readObject(bytes("{\"id\":\"flights\",\"partitionKey\":{\"paths\":[\"/id\"]}}"))),
            new Throughput(400, 1, InstantSource.system(), () -> false, 0),
            new StoreSettings(
                    RequestCharges.calibrated(), InstantSource.system(), id -> 1, () -> false, 0, key -> false),
            ChangeLog.NONE);

    private static byte[] bytes(String json) {
        return json.getBytes(StandardCharsets.UTF_8);
    }

    private ObjectNode view(String json) {
        DocumentKey key = new DocumentKey(Scalar.of("f"), "f");
        return new DocumentVersion(key, 7, 9, 0, 1_700_000_000, bytes(json)).toTree(container);
    }

    private ObjectNode built(String json) {
        DocumentKey key = new DocumentKey(Scalar.of("f"), "f");
        return Json.readObject(new DocumentVersion(key, 7, 9, 0, 1_700_000_000, bytes(json)).toJson(container));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"id\":\"f\"}",
                "{ \"id\" : \"f\" , \"a\" : 1 ,\n\t\"b\" : { \"c\" : [ 1 , { \"d\" : \"}]\\\"\" } ] } , \"e\" : [ ] }",
                "{\"id\":\"f\",\"text\":\"ünï \\\\ \\\" \\u0041 ✈\",\"empty\":\"\",\"slash\":\"\\\\\"}",
                "{\"id\":\"f\",\"i\":-17,\"l\":12345678901,\"big\":123456789012345678901,\"d\":0.10,\"e\":1E3,\"z\":-0.0}",
                "{\"id\":\"f\",\"t\":true,\"f\":false,\"n\":null,\"o\":{},\"last\":3}",
                "{\"id\":\"f\",\"esc\\u0061ped\":1,\"naïve\":2}",
                "{\"id\":\"f\",\"twice\":1,\"twice\":2}",
            })
    void a_view_tells_the_same_as_the_document_built(String json) {
        ObjectNode built = built(json);

        built.forEachEntry(
                (name, value) -> assertThat(view(json).get(name)).as(name).isEqualTo(value));
        assertThat(view(json)).hasToString(built.toString()).isEqualTo(built);
    }

    @Test
    void what_is_not_there_is_missing() {
        ObjectNode view = view("{\"id\":\"f\",\"a\":{\"b\":1}}");

        assertThat(view.path("b").isMissingNode()).isTrue();
        assertThat(view.get("naïve")).isNull();
        assertThat(view.at("/a/b").asInt()).isEqualTo(1);
        assertThat(view.get("_ts").asLong()).isEqualTo(1_700_000_000);
    }
}
