package io.dronedelivery.gateway;

import io.dronedelivery.gateway.testing.TestBackend;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.servicekit.testing.ReferencePage;
import io.dronedelivery.servicekit.testing.SettingsSchema;
import io.dronedelivery.servicekit.testing.TestCertificate;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReferenceTest {

    @Test
    void the_schema_of_settings_for_editors_is_what_the_code_says() {
        SettingsSchema.check(
                "META-INF/gateway-settings.schema.json",
                "Settings of the gateway",
                List.of("gateway", "security", "service-kit", "telemetry"));
    }

    @Test
    void the_page_of_settings_and_meters_is_what_the_code_says() {
        try (TestBackend backend = TestBackend.start();
                TestGateway gateway = TestGateway.startForwardingTo(
                        backend.url(),
                        "gateway.aggregations.it.path=/test/it",
                        "gateway.aggregations.it.parts.it.backend=test",
                        "gateway.aggregations.it.parts.it.path=/it",
                        "gateway.aggregations.it.parts.it.fallback.value=1",
                        "gateway.aggregations.it.parts.it.coalesce=true",
                        "gateway.aggregations.it.parts.it.cache.ttl=1s",
                        "gateway.cache.max-size=1MB",
                        "spring.ssl.bundle.pem.it.truststore.certificate="
                                + TestCertificate.forLocalhost().getCertificatePEM())) {
            backend.on("/it", TestBackend.status(500));
            gateway.get("/test/it");
            gateway.get("/test/things/t-1");
            gateway.send("DELETE", "/test/things/t-1");

            ReferencePage.check(
                    List.of("gateway.", "resilience4j.", "http.server.requests"), gateway.bean(MeterRegistry.class));
        }
    }
}
