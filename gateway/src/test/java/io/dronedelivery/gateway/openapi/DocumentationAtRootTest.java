package io.dronedelivery.gateway.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestGateway;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A gateway whose document is at the root. On an event loop it could not be made: BlockHound watches. */
@ExtendWith(NoBufferLeaks.class)
class DocumentationAtRootTest {

    @Test
    void it_is_there_and_what_is_elsewhere_is_no_part_of_it() {
        try (TestGateway gateway =
                TestGateway.startWith(DocumentationElsewhereTest.Threads.class, "springdoc.api-docs.path=/")) {
            assertThat(gateway.get("/").status()).isEqualTo(200);
            assertThat(gateway.get("/").json().path("openapi").asString()).startsWith("3.");
            assertThat(gateway.get("/.yaml").status()).isEqualTo(200);
            assertThat(gateway.get("/docs").body()).startsWith("reactor-http");
        }
    }
}
