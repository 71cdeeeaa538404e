package io.dronedelivery.localcosmos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsTest {
    private static final Map<String, String> TRUST =
            Map.of("javax.net.ssl.trustStore", "", "javax.net.ssl.trustStorePassword", "changeit");

    @TempDir
    private Path directory;

    private final Map<String, String> before = new HashMap<>();

    @BeforeEach
    void remember() {
        TRUST.keySet().forEach(property -> before.put(property, System.getProperty(property)));
    }

    @AfterEach
    void restore() {
        before.forEach((property, value) -> {
            if (value == null) {
                System.clearProperty(property);
            } else {
                System.setProperty(property, value);
            }
        });
    }

    /** As {@code keytool -importcert} makes it. */
    private void trust(Path pem) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        try (InputStream in = Files.newInputStream(pem)) {
            store.setCertificateEntry(
                    "local", CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        Path trusted = directory.resolve("trust.p12");
        try (OutputStream out = Files.newOutputStream(trusted)) {
            store.store(out, "changeit".toCharArray());
        }
        TRUST.forEach((property, value) -> System.setProperty(property, value.isEmpty() ? trusted.toString() : value));
    }

    @Test
    void client_that_trusts_the_certificate_writes_and_reads_in_each_region() throws Exception {
        try (LocalCosmos cosmos =
                LocalCosmos.start(o -> o.tls(directory.resolve("tls")).regions("West", "North"))) {
            assertThat(cosmos.endpoint()).isEqualTo("https://localhost:" + cosmos.port() + "/");
            trust(directory.resolve("tls/certificate.pem"));
            try (CosmosAsyncClient client = Sdk.builder(cosmos)
                    .preferredRegions(List.of("North", "West"))
                    .buildAsyncClient()) {
                CosmosAsyncContainer flights = Sdk.container(client, "/ownerId", 400);
                flights.createItem(Sdk.flight("f-1", "o-17", 7)).block();
                cosmos.clearCalls();
                assertThat(flights.readItem("f-1", new PartitionKey("o-17"), JsonNode.class)
                                .block()
                                .getItem()
                                .get("month")
                                .asInt())
                        .isEqualTo(7);
                assertThat(cosmos.calls()).extracting(CosmosCall::region).containsOnly("North");
            }
        }
    }

    @Test
    void plain_http_is_accepted_on_the_same_port_and_leads_to_plain_http() throws Exception {
        try (LocalCosmos cosmos = LocalCosmos.start(o -> o.tls(directory.resolve("tls")))) {
            String plain = cosmos.endpoint().replace("https", "http");
            RawClient raw = new RawClient(cosmos).calling(plain);
            assertThat(raw.get("")
                            .body()
                            .at("/writableLocations/0/databaseAccountEndpoint")
                            .asString())
                    .isEqualTo(plain);
        }
    }

    @Test
    void connection_with_tls_is_closed_where_there_is_none() throws Exception {
        try (LocalCosmos cosmos = LocalCosmos.start()) {
            HttpRequest request = HttpRequest.newBuilder(
                            URI.create(cosmos.endpoint().replace("http", "https") + "health"))
                    .build();
            assertThatThrownBy(() -> HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.discarding()))
                    .isInstanceOf(java.io.IOException.class);
        }
    }
}
