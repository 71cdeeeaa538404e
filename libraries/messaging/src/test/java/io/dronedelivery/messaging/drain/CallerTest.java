package io.dronedelivery.messaging.drain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpStatus;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.web.ErrorResponseException;

class CallerTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static HttpStatus answerTo(InetSocketAddress caller, boolean remote) {
        Drain drain = new Drain(List.of(), () -> {});
        return (HttpStatus) new DrainController(drain, new DrainProperties(PATIENCE, remote))
                .drain(MockServerHttpRequest.post("/internal/drain")
                        .remoteAddress(caller)
                        .build())
                .block(PATIENCE)
                .getStatusCode();
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.1.2.3", "::1"})
    void this_machine_may_drain(String address) {
        assertThat(answerTo(new InetSocketAddress(address, 40_000), false)).isEqualTo(HttpStatus.OK);
    }

    @Test
    void others_may_not_unless_they_are_allowed_to() {
        InetSocketAddress other = new InetSocketAddress("192.0.2.7", 40_000);

        assertThatThrownBy(() -> answerTo(other, false))
                .isInstanceOfSatisfying(ErrorResponseException.class, refusal -> {
                    assertThat(refusal.getStatusCode()).isEqualTo(HttpStatus.FORBIDDEN);
                    assertThat(refusal.getBody().getDetail()).contains("messaging.drain.remote");
                });
        assertThat(answerTo(other, true)).isEqualTo(HttpStatus.OK);
    }

    @Test
    void a_caller_without_an_address_is_none_of_this_machine() {
        assertThatThrownBy(() -> answerTo(null, false)).isInstanceOf(ErrorResponseException.class);
        assertThatThrownBy(() -> answerTo(InetSocketAddress.createUnresolved("localhost", 1), false))
                .isInstanceOf(ErrorResponseException.class);
    }
}
