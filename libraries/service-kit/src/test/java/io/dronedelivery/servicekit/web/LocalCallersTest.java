package io.dronedelivery.servicekit.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.web.ErrorResponseException;

class LocalCallersTest {

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.8.9.1", "::1"})
    void a_caller_on_this_machine_may(String address) throws UnknownHostException {
        MockServerHttpRequest request = MockServerHttpRequest.get("/internal")
                .remoteAddress(new InetSocketAddress(InetAddress.getByName(address), 4711))
                .build();

        assertThatCode(() -> LocalCallers.require(request)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"192.0.2.1", "10.0.0.1", "2001:db8::1"})
    void a_caller_from_elsewhere_may_not(String address) throws UnknownHostException {
        expectForbidden(MockServerHttpRequest.get("/internal")
                .remoteAddress(new InetSocketAddress(InetAddress.getByName(address), 4711))
                .build());
    }

    @Test
    void a_caller_whose_address_is_not_known_may_not() {
        expectForbidden(MockServerHttpRequest.get("/internal").build());
        expectForbidden(MockServerHttpRequest.get("/internal")
                .remoteAddress(InetSocketAddress.createUnresolved("localhost", 4711))
                .build());
    }

    private static void expectForbidden(MockServerHttpRequest request) {
        ErrorResponseException refusal =
                catchThrowableOfType(ErrorResponseException.class, () -> LocalCallers.require(request));
        assertThat(refusal).isNotNull();
        assertThat(refusal.getStatusCode().value()).isEqualTo(403);
        assertThat(refusal.getBody().getType()).hasToString("urn:drone-delivery:problem:forbidden");
        assertThat(refusal.getBody().getDetail()).isEqualTo("Only callers on this machine may do this.");
    }
}
