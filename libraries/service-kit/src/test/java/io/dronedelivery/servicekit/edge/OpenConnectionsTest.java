package io.dronedelivery.servicekit.edge;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.servicekit.testing.RawConnection;
import io.dronedelivery.servicekit.trace.TraceParent;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;

class OpenConnectionsTest {

    private static final Duration LONG = Duration.ofMinutes(1);

    private final OpenConnections open = new OpenConnections(5, 2, List.of(Network.valueOf("10.0.0.0/8")));

    @Test
    void an_address_has_its_share_and_another_one_its_own() throws UnknownHostException {
        assertThat(open("192.0.2.1")).isNull();
        assertThat(open("192.0.2.1")).isNull();
        assertThat(open("192.0.2.1")).contains("from this address");
        assertThat(open("192.0.2.2")).isNull();
        close("192.0.2.1");
        close("192.0.2.1");
        assertThat(open("192.0.2.1")).isNull();
    }

    @Test
    void the_addresses_of_one_ipv6_network_are_one_client() throws UnknownHostException {
        assertThat(open("2001:db8:1:2::1")).isNull();
        assertThat(open("2001:db8:1:2:ffff::2")).isNull();
        assertThat(open("2001:db8:1:2::3")).contains("from this address");
        assertThat(open("2001:db8:1:3::1")).isNull();
    }

    @Test
    void a_proxy_is_bound_by_the_whole_alone() throws UnknownHostException {
        for (int i = 0; i < 5; i++) {
            assertThat(open("10.0.0.1")).isNull();
        }
        assertThat(open("10.0.0.1")).contains("as the service takes").doesNotContain("address");
    }

    @Test
    void an_address_without_connections_is_forgotten() throws UnknownHostException {
        open("192.0.2.1");
        open("192.0.2.1");
        close("192.0.2.1");
        assertThat(open.addresses()).isOne();
        close("192.0.2.1");
        assertThat(open.addresses()).isZero();
    }

    /** Otherwise those whose clients have not read the refusal yet would be why the next ones are refused. */
    @Test
    void a_refused_connection_takes_no_room() throws UnknownHostException {
        for (int i = 0; i < 5; i++) {
            open("10.0.0.1");
        }
        assertThat(open("10.0.0.1")).isNotNull();
        close("10.0.0.1");
        assertThat(open("10.0.0.1")).isNull();

        close("10.0.0.1");
        close("10.0.0.1");
        close("10.0.0.1");
        open("192.0.2.1");
        open("192.0.2.1");
        assertThat(open("192.0.2.1")).contains("from this address");
        close("192.0.2.1");
        assertThat(open("192.0.2.1")).isNull();
    }

    @Test
    void a_quarter_as_many_refused_connections_wait_for_their_clients_and_at_least_one() {
        OpenConnections eight = new OpenConnections(8, 8, List.of());
        assertThat(eight.mayLinger()).isTrue();
        assertThat(eight.mayLinger()).isTrue();
        assertThat(eight.mayLinger()).isFalse();
        eight.lingered();
        assertThat(eight.mayLinger()).isTrue();
        assertThat(eight.mayLinger()).isFalse();

        OpenConnections one = new OpenConnections(1, 1, List.of());
        assertThat(one.mayLinger()).isTrue();
        assertThat(one.mayLinger()).isFalse();
    }

    private String open(String address) throws UnknownHostException {
        return open.opened(InetAddress.getByName(address));
    }

    private void close(String address) throws UnknownHostException {
        open.closed(InetAddress.getByName(address));
    }

    /** The callers of a test are on the loopback address, which a service exempts; this server exempts none. */
    @Test
    void one_connection_too_many_from_an_address_is_told_so() throws IOException {
        ConnectionProperties limits = new ConnectionProperties(100, 3, LONG, LONG, LONG, LONG, DataSize.ofMegabytes(1));
        ConnectionEdge edge = new ConnectionEdge(
                new Refusals(new ResponseHeaders(Map.of()), new RefusedRequests()),
                limits,
                new EdgeProperties(List.of(), List.of(), List.of(), false, List.of()),
                new OpenConnections(100, 3, List.of()),
                new ServedConnections());
        DisposableServer server = edge.install(
                        HttpServer.create().host("127.0.0.1").port(0))
                .handle((request, response) -> response.sendString(
                        Mono.just(String.valueOf(request.requestHeaders().get(TraceParent.HEADER)))))
                .bindNow();
        try (RawConnection one = new RawConnection(server.port());
                RawConnection two = new RawConnection(server.port());
                RawConnection three = new RawConnection(server.port())) {
            for (RawConnection each : List.of(one, two, three)) {
                assertThat(each.get("/").answer().status()).isEqualTo(200);
            }

            try (RawConnection four = new RawConnection(server.port())) {
                assertThat(four.answer().status()).isEqualTo(503);
                four.awaitEnd();
            }
            try (RawConnection sending = new RawConnection(server.port())) {
                assertThat(sending.headOnly().status()).isEqualTo(503);
                // A connection that has been closed is reset by the first of these, and the second one fails.
                for (int i = 0; i < 10; i++) {
                    sending.get("/");
                }
                sending.awaitEnd();
            }
            one.close();
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> isAnswered(server.port()));
        } finally {
            server.disposeNow();
        }
    }

    private static boolean isAnswered(int port) {
        try (RawConnection client = new RawConnection(port)) {
            return client.get("/").answer().status() == 200;
        } catch (IOException refused) {
            return false;
        }
    }
}
