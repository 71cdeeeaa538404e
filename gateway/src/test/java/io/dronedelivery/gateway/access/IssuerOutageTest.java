package io.dronedelivery.gateway.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.gateway.testing.TestGateway.Response;
import io.dronedelivery.servicekit.testing.TestIssuer;
import org.junit.jupiter.api.Test;

class IssuerOutageTest {

    private static final String MONTH = "/api/v1/owners/o-1/invoices/2026/11";

    @Test
    void an_outage_of_the_issuer_is_not_the_callers_fault() {
        try (TestIssuer issuer = new TestIssuer()) {
            issuer.unavailable(true);
            try (TestGateway alone =
                    TestGateway.start("security.issuer=" + issuer.url(), "security.audience=" + TestIssuer.AUDIENCE)) {
                Response answer = alone.get(MONTH, "Authorization", "Bearer " + issuer.token("o-1", "invoices.read"));
                assertThat(answer.status()).isEqualTo(503);
                assertThat(answer.header("Retry-After")).isNotNull();
            }
        }
    }
}
