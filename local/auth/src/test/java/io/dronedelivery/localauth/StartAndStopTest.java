package io.dronedelivery.localauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoders;

class StartAndStopTest {

    /** Milliseconds; Tomcat waits for a minute by itself. */
    private static final int SHORT_OF_TOMCATS = 45_000;

    @Test
    void port_that_is_taken_is_named() throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            assertThatIOException()
                    .isThrownBy(() -> LocalAuth.start(o -> o.port(other.getLocalPort())))
                    .withMessageContaining("127.0.0.1:" + other.getLocalPort());
        }
    }

    @Test
    void port_is_free_again_after_the_end() throws IOException {
        LocalAuth first = LocalAuth.start();
        first.close();

        try (LocalAuth second = LocalAuth.start(o -> o.port(first.port()))) {
            assertThat(second.issuer()).isEqualTo(first.issuer());
        }
    }

    @Test
    void other_servers_of_the_virtual_machine_are_not_told_of_directories_that_go_with_this_one() throws IOException {
        try (LocalAuth auth = LocalAuth.start()) {
            assertThat(auth.port()).isPositive();
            assertThat(System.getProperty("catalina.home")).isNull();
            assertThat(System.getProperty("catalina.base")).isNull();
        }
    }

    @Test
    void several_can_run_in_one_virtual_machine() throws IOException {
        try (LocalAuth one = LocalAuth.start();
                LocalAuth other = LocalAuth.start()) {
            assertThat(one.port()).isNotEqualTo(other.port());
        }
    }

    @Test
    void nothing_is_told_of_a_machine_that_makes_random_numbers_slowly() throws IOException {
        try (SlowRandom slow = SlowRandom.install();
                TomcatLog log = TomcatLog.capture();
                LocalAuth auth = LocalAuth.start()) {
            assertThat(slow.wasAsked()).isTrue();
            assertThat(log.warnings()).isEmpty();
        }
    }

    @Test
    void who_sends_half_a_request_keeps_nobody_else_waiting_and_is_cut_off() throws IOException, InterruptedException {
        List<Socket> slow = new ArrayList<>();
        try (LocalAuth auth = LocalAuth.start()) {
            for (int number = 0; number < 200; number++) {
                Socket socket = new Socket();
                slow.add(socket);
                socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), auth.port()), SHORT_OF_TOMCATS);
                socket.getOutputStream().write("GET /.well-known/open".getBytes(StandardCharsets.US_ASCII));
            }

            assertThat(new Form()
                            .post(auth.tokenUrl(), "operator", "local", Map.of("grant_type", "client_credentials"))
                            .status())
                    .isEqualTo(200);
            slow.get(0).setSoTimeout(SHORT_OF_TOMCATS);
            assertThat(slow.get(0).getInputStream().read()).isEqualTo(-1);
        } finally {
            for (Socket socket : slow) {
                socket.close();
            }
        }
    }

    @Test
    void audience_and_life_of_tokens_are_as_set() throws IOException, InterruptedException {
        try (LocalAuth auth = LocalAuth.start(o -> o.audience("another").tokenLife(Duration.ofMinutes(5)))) {
            String token = new Form()
                    .post(auth.tokenUrl(), "operator", "local", Map.of("grant_type", "client_credentials"))
                    .json()
                    .get("access_token")
                    .asString();
            Jwt verified = JwtDecoders.fromIssuerLocation(auth.issuer()).decode(token);

            assertThat(verified.getAudience()).containsExactly("another");
            assertThat(Duration.between(verified.getIssuedAt(), verified.getExpiresAt()))
                    .isEqualTo(Duration.ofMinutes(5));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "localhost:8080/back", "ftp://localhost/", "http://localhost:8080/#here", "http://a b/"})
    void redirect_that_is_no_page_is_refused(String uri) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LocalAuth.start(o -> o.redirectUri(uri)))
                .withMessageStartingWith("redirectUri must be");
    }

    @Test
    void other_wrong_settings_are_refused_by_name() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LocalAuth.start(o -> o.port(65_536)))
                .withMessageStartingWith("port must be");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LocalAuth.start(o -> o.audience(" ")))
                .withMessageStartingWith("audience must");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LocalAuth.start(o -> o.tokenLife(Duration.ZERO)))
                .withMessageStartingWith("tokenLife must");
    }
}
