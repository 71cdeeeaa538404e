package io.dronedelivery.gateway.aggregation;

import static io.dronedelivery.gateway.testing.TestBackend.status;
import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.gateway.testing.GatewayInFront;
import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestBackend;
import io.dronedelivery.gateway.testing.TestGateway.Response;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Parts of which only something is shown. */
@ExtendWith(NoBufferLeaks.class)
class ShapesTest {

    @RegisterExtension
    static final GatewayInFront front =
            GatewayInFront.aggregating("spring.config.additional-location=classpath:shapes.yml");

    private static final TestBackend backend = front.backend();

    @Test
    void references_read_what_the_shape_leaves_out() {
        backend.on(
                        "/delivery",
                        "{\"data\":{\"id\":1,\"ownerId\":\"o\",\"state\":\"new\",\"drones\":[\"a\",\"b\"],"
                                + "\"packages\":[{\"sku\":\"s\",\"w\":2}]},\"links\":{}}")
                .on("/owners/o", "{\"secret\":1,\"name\":\"n\"}")
                .on("/drones/a", "{\"id\":\"a\",\"maintenance\":{}}")
                .on("/drones/b", status(500))
                .on("/raw", "{ \"as\" : [\"it\", 1.50] }");

        Response response = front.gateway().get("/shapes");

        assertThat(response.status()).as(response.body()).isEqualTo(200);
        assertThat(response.body())
                .startsWith("{\"delivery\":{\"id\":1,\"status\":\"new\",\"packages\":[{\"sku\":\"s\"}]},"
                        + "\"owner\":{\"name\":\"n\"},\"drones\":[{\"id\":\"a\"},null],"
                        + "\"raw\":{ \"as\" : [\"it\", 1.50] },\"unavailable\":[{\"part\":\"drones\"");
    }
}
