package io.dronedelivery.gateway.backend;

import static io.dronedelivery.gateway.testing.WireBackend.answer;
import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.gateway.testing.TestGateway.Response;
import io.dronedelivery.gateway.testing.WireBackend;
import io.dronedelivery.gateway.testing.WireBackend.Script;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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
        NOT_READ(wire -> wire.write(ResendBudgetTest.NOT_READ).close());

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
                failed += gateway.get(path).status() == 502 ? 1 : 0;
            }

            // The calls that were made while all was paid for have earned nothing.
            assertThat(backend.requests()).isBetween(CALLS + CALLS / 10, CALLS + CALLS / 10 + BURST);
            assertThat(failed).isBetween(CALLS / 2, CALLS * 6 / 10);
        }
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
