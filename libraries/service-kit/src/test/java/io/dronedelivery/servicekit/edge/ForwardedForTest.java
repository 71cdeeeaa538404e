package io.dronedelivery.servicekit.edge;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.servicekit.testing.RawConnection;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

class ForwardedForTest {

    private static final List<Network> PROXIES = List.of(Network.valueOf("10.0.0.0/8"), Network.valueOf("fd00::/8"));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "192.0.2.1 | 192.0.2.1",
                "198.51.100.7, 192.0.2.1 | 192.0.2.1",
                "198.51.100.7,192.0.2.1,10.0.0.2 | 192.0.2.1",
                "198.51.100.7, 192.0.2.1, 10.0.0.2,fd00::2 | 192.0.2.1",
                "10.9.9.9, 192.0.2.1 | 192.0.2.1",
                "10.0.0.3, 10.0.0.2 | 10.0.0.3",
                "192.0.2.1:4711 | 192.0.2.1",
                "2001:db8::1 | [2001:db8::1]",
                "[2001:db8::1] | [2001:db8::1]",
                "[2001:db8::1]:4711 | [2001:db8::1]",
                "::ffff:10.0.0.2 | 10.0.0.2",
                "198.51.100.7, unknown | 10.0.0.1",
                "198.51.100.7, unknown, 10.0.0.2 | 10.0.0.2",
                "'' | 10.0.0.1",
                "',' | 10.0.0.1",
                "'192.0.2.1,' | 10.0.0.1",
                "192.0.2.1.5 | 10.0.0.1",
                ": | 10.0.0.1"
            })
    void the_client_is_the_last_that_is_no_proxy(String sent, String left) throws UnknownHostException {
        HttpHeaders headers = new DefaultHttpHeaders().add("X-Forwarded-For", sent);

        fromProxy().applyTo(headers);

        assertThat(headers.getAll("x-forwarded-for")).containsExactly(left);
    }

    @Test
    void what_a_proxy_has_added_as_a_header_of_its_own_comes_last() throws UnknownHostException {
        HttpHeaders headers = new DefaultHttpHeaders()
                .add("X-Forwarded-For", "198.51.100.7")
                .add("X-Forwarded-For", "192.0.2.1")
                .add("Forwarded", "for=198.51.100.8");

        fromProxy().applyTo(headers);

        assertThat(headers.getAll("X-Forwarded-For")).containsExactly("192.0.2.1");
        assertThat(headers.contains("Forwarded")).isFalse();
    }

    @Test
    void without_the_header_nothing_changes() throws UnknownHostException {
        HttpHeaders headers = new DefaultHttpHeaders().add("Forwarded", "for=192.0.2.1");

        fromProxy().applyTo(headers);

        assertThat(headers.entries()).singleElement().hasToString("Forwarded=for=192.0.2.1");
    }

    @Test
    void what_a_believed_proxy_says_is_the_address_of_the_request_unless_the_strategy_is_another() throws IOException {
        assertThat(addressOf("192.0.2.1", "--service-kit.edge.forwarded-from=loopback"))
                .isEqualTo("192.0.2.1");
        assertThat(addressOf("192.0.2.1", "--service-kit.edge.forwarded-from=10.0.0.0/8"))
                .isEqualTo("127.0.0.1");
        assertThat(addressOf(
                        "192.0.2.1",
                        "--service-kit.edge.forwarded-from=loopback",
                        "--server.forward-headers-strategy=none"))
                .isEqualTo("127.0.0.1");
    }

    private static String addressOf(String forwardedFor, String... settings) throws IOException {
        try (ConfigurableApplicationContext service = new SpringApplicationBuilder(EdgeApplication.class)
                        .properties("spring.config.import=classpath:service-kit.yml", "spring.application.name=edge")
                        .properties("server.port=0")
                        .run(settings);
                RawConnection client = new RawConnection(
                        service.getEnvironment().getRequiredProperty("local.server.port", Integer.class))) {
            return client.send(
                            "GET /address HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: " + forwardedFor + "\r\n\r\n")
                    .answer()
                    .body();
        }
    }

    private static ForwardedFor fromProxy() throws UnknownHostException {
        return new ForwardedFor(InetAddress.getByName("10.0.0.1"), PROXIES);
    }
}
