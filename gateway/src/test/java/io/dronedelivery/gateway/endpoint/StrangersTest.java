package io.dronedelivery.gateway.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.gateway.testing.TestBackend;
import io.dronedelivery.gateway.testing.TestBackend.Call;
import io.dronedelivery.gateway.testing.TestGateway;
import org.junit.jupiter.api.Test;
import org.springframework.core.env.Environment;

/** What the gateway makes of the headers of callers that it does not believe, which are all unless the settings say otherwise. */
class StrangersTest {

    private static final String TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    @Test
    void neither_deadline_nor_trace_of_a_stranger_counts_or_is_passed_on() {
        try (TestBackend backend = TestBackend.start().on("/it", "1");
                TestGateway gateway = TestGateway.startInFrontOf(
                        backend, "service-kit.edge.deadlines-from=", "service-kit.edge.traces-from=")) {
            assertThat(gateway.get(
                                    "/test/one",
                                    "X-Request-Timeout-Ms",
                                    "1",
                                    "traceparent",
                                    TRACE,
                                    "tracestate",
                                    "ot=th:ffffffffffffff")
                            .status())
                    .isEqualTo(200);

            Call call = backend.calls("/it").get(0);
            assertThat(call.header("traceparent")).endsWith("-00").doesNotContain("0af7651916cd43dd8448eb211c80319c");
            assertThat(call.header("tracestate")).isNull();
            assertThat(Integer.parseInt(call.header("X-Request-Timeout-Ms"))).isGreaterThan(1);
        }
    }

    @Test
    void nobody_is_believed_by_default() {
        try (TestGateway gateway = TestGateway.asShipped()) {
            Environment settings = gateway.bean(Environment.class);
            for (String kind : new String[] {"deadlines", "traces", "forwarded"}) {
                assertThat(settings.getProperty("service-kit.edge." + kind + "-from"))
                        .isEmpty();
            }
        }
    }
}
