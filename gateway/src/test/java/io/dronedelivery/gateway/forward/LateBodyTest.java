package io.dronedelivery.gateway.forward;

import static io.dronedelivery.gateway.testing.TestBackend.echo;
import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestBackend;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.gateway.testing.TestGateway.Response;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(NoBufferLeaks.class)
class LateBodyTest {

    /** Any body takes some of the time, and here all of it is needed for the call. */
    @Test
    void a_body_that_leaves_too_little_time_for_the_call_is_not_passed_on() {
        try (TestBackend backend = TestBackend.start();
                TestGateway gateway = TestGateway.startForwardingTo(
                        backend.url(), "gateway.forwards.create.timeout=20s", "gateway.defaults.least-time=20s")) {
            backend.on("/things", echo(200));

            Response late = gateway.post("/test/things", "{}");
            assertThat(late.status()).isEqualTo(408);
            assertThat(late.problem()).isEqualTo("request-timeout");
            assertThat(backend.calls()).isEmpty();
            assertThat(gateway.post("/test/things", "").status()).isEqualTo(200);
        }
    }
}
