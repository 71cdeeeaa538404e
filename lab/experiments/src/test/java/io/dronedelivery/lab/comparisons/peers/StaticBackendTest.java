package io.dronedelivery.lab.comparisons.peers;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.lab.comparisons.AggregatedPart;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.netty.DisposableServer;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;

class StaticBackendTest {

    private final DisposableServer backend = StaticBackend.start();
    private final ConnectionProvider oneConnection = ConnectionProvider.create("test", 1);

    @AfterEach
    void stop() {
        oneConnection.dispose();
        backend.disposeNow();
    }

    @Test
    void it_counts_connections_and_not_requests() {
        HttpClient kept = HttpClient.create(oneConnection);

        assertThat(ask(kept, AggregatedPart.INVOICE.uri())).isEqualTo(new String(AggregatedPart.INVOICE.body(), UTF_8));
        ask(kept, AggregatedPart.INVOICE.uri());
        assertThat(ask(kept, StaticBackend.CONNECTIONS)).isEqualTo("1");

        assertThat(ask(HttpClient.newConnection(), StaticBackend.CONNECTIONS)).isEqualTo("2");
    }

    private String ask(HttpClient client, String uri) {
        return client.get()
                .uri("http://127.0.0.1:" + backend.port() + uri)
                .responseContent()
                .aggregate()
                .asString()
                .block();
    }
}
