package io.dronedelivery.gateway.backend;

import static io.dronedelivery.gateway.testing.WireBackend.answer;
import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.gateway.testing.TestGateway.Response;
import io.dronedelivery.gateway.testing.WireBackend;
import io.dronedelivery.gateway.testing.WireBackend.Script;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A backend that fails is called little more often than it is asked for. */
@ExtendWith(NoBufferLeaks.class)
class ResendBudgetTest {

    private static final int CALLS = 400;
    private static final int BURST = 10;
    private static final String NOT_READ =
            "HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

    /** How a request is cut off. */
    enum Cut {
        RESET(WireBackend.Wire::reset),
        CLOSED(WireBackend.Wire::close),
        NOT_READ(wire -> wire.write(ResendBudgetTest.NOT_READ).close()),
        BAD_GATEWAY(wire -> wire.write("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n")),
        UNAVAILABLE(wire -> wire.write("HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n"));

        private final Script script;

        Cut(Script script) {
            this.script = script;
        }
    }

    @ParameterizedTest
    @EnumSource
    void where_six_of_ten_calls_are_cut_off_one_of_ten_is_sent_again(Cut cut) throws IOException {
        oneOfTenIsSentAgain(cut, "/it");
    }

    @ParameterizedTest
    @EnumSource
    void where_six_of_ten_streams_are_cut_off_one_of_ten_is_asked_for_again(Cut cut) throws IOException {
        oneOfTenIsSentAgain(cut, "/follow");
    }

    private static void oneOfTenIsSentAgain(Cut cut, String path) throws IOException {
        try (WireBackend backend = cuttingOffSixOfTen(cut);
                TestGateway gateway = gateway(
                        backend,
                        "gateway.backends.wire.resend.burst=" + BURST,
                        "gateway.backends.wire.circuit-breaker.enabled=false")) {
            int failed = 0;
            for (int i = 0; i < CALLS; i++) {
                failed += gateway.get(path).status() == 200 ? 0 : 1;
            }

            // The calls that were made while all was paid for have earned nothing.
            assertThat(backend.requests()).isBetween(CALLS + CALLS / 10, CALLS + CALLS / 10 + BURST);
            assertThat(failed).isBetween(CALLS / 2, CALLS * 6 / 10);
        }
    }

    /** A connection that is refused carries no request, and the other instance is called instead. */
    @ParameterizedTest
    @EnumSource
    void where_one_instance_is_gone_as_well_one_of_ten_is_sent_again(Cut cut) throws IOException {
        try (Socket gone = new Socket();
                WireBackend backend = cuttingOffSixOfTen(cut)) {
            gone.bind(new InetSocketAddress("127.0.0.1", 0));
            String address = backend.url().substring("http://".length());
            try (TestGateway gateway = gateway(
                    backend,
                    "gateway.backends.wire.instances.addresses=" + address + ",127.0.0.1:" + gone.getLocalPort(),
                    "gateway.backends.wire.instances.failures=1000000",
                    "gateway.backends.wire.resend.burst=" + BURST,
                    "gateway.backends.wire.circuit-breaker.enabled=false")) {
                for (int i = 0; i < CALLS; i++) {
                    gateway.get("/it");
                }

                assertThat(backend.requests()).isBetween(CALLS, CALLS + CALLS / 10 + BURST);
            }
        }
    }

    /** Nothing is sent; what is counted is the attempts to connect. */
    @Test
    void where_no_connection_is_accepted_one_of_ten_is_tried_again() throws IOException {
        try (Socket gone = new Socket();
                WireBackend backend = WireBackend.start()) {
            gone.bind(new InetSocketAddress("127.0.0.1", 0));
            try (TestGateway gateway = gateway(
                    backend,
                    "gateway.backends.gone.base-url=http://127.0.0.1:" + gone.getLocalPort(),
                    "gateway.backends.gone.resend.burst=" + BURST,
                    "gateway.backends.gone.circuit-breaker.enabled=false",
                    "gateway.aggregations.gone.path=/gone",
                    "gateway.aggregations.gone.parts.it.backend=gone",
                    "gateway.aggregations.gone.parts.it.path=/it")) {
                for (int i = 0; i < CALLS; i++) {
                    assertThat(gateway.get("/gone").status()).isEqualTo(502);
                }

                assertThat(resends(gateway, "gone", "no-connection")).isBetween(CALLS / 10.0, CALLS / 10.0 + BURST);
            }
        }
    }

    /** Each call takes longer than the time after which it may be sent a second time. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void where_all_calls_are_slow_one_of_twenty_is_sent_twice(boolean failing) throws IOException {
        try (WireBackend backend = WireBackend.start()) {
            backend.on("/it", wire -> {
                LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
                if (failing && backend.requests() % 2 == 0) {
                    wire.reset();
                } else {
                    wire.write(answer(wire.path()));
                }
            });
            try (TestGateway gateway = gateway(
                    backend,
                    "gateway.aggregations.it.parts.it.hedge.after=1ms",
                    "gateway.backends.wire.resend.burst=" + BURST,
                    "gateway.backends.wire.circuit-breaker.enabled=false")) {
                for (int i = 0; i < CALLS; i++) {
                    gateway.get("/it");
                }

                double hedges = resends(gateway, "wire", "hedge");
                assertThat(hedges).isBetween(1.0, CALLS / 20.0 + BURST / 2.0);
                assertThat(backend.requests()).isBetween(CALLS, CALLS + CALLS / 10 + BURST);
                assertThat(failing ? hedges : resends(gateway, "wire", "broken-connection"))
                        .as("retries leave less for hedges, and a healthy backend needs none")
                        .isLessThanOrEqualTo(failing ? CALLS / 20.0 + BURST / 2.0 : 0);
            }
        }
    }

    private static double resends(TestGateway gateway, String backend, String cause) {
        return gateway.bean(MeterRegistry.class)
                .get("gateway.backend.resends")
                .tag("backend", backend)
                .tag("cause", cause)
                .functionCounter()
                .count();
    }

    /** If each call that is cut off was sent again, it would hear of one failure in three calls and stay closed. */
    @Test
    void the_circuit_breaker_hears_of_what_is_not_sent_again() throws IOException {
        try (WireBackend backend = cuttingOffSixOfTen(Cut.RESET);
                TestGateway gateway = gateway(backend)) {
            Response last = gateway.get("/it");
            for (int i = 0; i < CALLS && last.status() != 503; i++) {
                last = gateway.get("/it");
            }

            assertThat(last.body()).contains("its circuit breaker is open");
        }
    }

    @Test
    void none_is_sent_again_when_none_may_be() throws IOException {
        try (WireBackend backend = cuttingOffSixOfTen(Cut.RESET);
                TestGateway gateway = gateway(
                        backend, "gateway.backends.wire.resend.share=0", "gateway.backends.wire.resend.burst=0")) {
            assertThat(gateway.get("/it").status()).isEqualTo(502);
            assertThat(backend.requests()).isOne();
        }
    }

    private static TestGateway gateway(WireBackend backend, String... settings) {
        String[] all = new String[settings.length + 9];
        all[0] = "gateway.backends.wire.base-url=" + backend.url();
        all[1] = "gateway.aggregations.it.path=/it";
        all[2] = "gateway.aggregations.it.parts.it.backend=wire";
        all[3] = "gateway.aggregations.it.parts.it.path=/it";
        all[4] = "gateway.forwards.follow.method=GET";
        all[5] = "gateway.forwards.follow.path=/follow";
        all[6] = "gateway.forwards.follow.backend=wire";
        all[7] = "gateway.forwards.follow.target=/it";
        all[8] = "gateway.forwards.follow.answer=stream";
        System.arraycopy(settings, 0, all, 9, settings.length);
        return TestGateway.start(all);
    }

    /** Three of five in a row, so that where every call was repeated most second attempts would be cut off as well. */
    private static WireBackend cuttingOffSixOfTen(Cut cut) throws IOException {
        WireBackend backend = WireBackend.start();
        return backend.on("/it", wire -> {
            if (backend.requests() % 5 < 3) {
                cut.script.run(wire);
            } else {
                wire.write(answer(wire.path()));
            }
        });
    }
}
