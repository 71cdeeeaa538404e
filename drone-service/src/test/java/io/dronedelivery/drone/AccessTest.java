package io.dronedelivery.drone;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.cosmosaccess.testing.RunningService;
import io.dronedelivery.servicekit.testing.ServiceClient;
import io.dronedelivery.servicekit.testing.TestIssuer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Who gets at whose flights when callers are asked who they are. */
class AccessTest {

    private static final String UTILIZATION = "/api/dronedeliveries/utilization?ownerId=o-17&year=2026&month=11";

    private static TestIssuer issuer;
    private static RunningService service;

    @BeforeAll
    static void start() {
        issuer = new TestIssuer();
        service = DroneService.start(
                "/id",
                o -> o,
                "--security.issuer=" + issuer.url(),
                "--security.audience=" + TestIssuer.AUDIENCE,
                "--security.keys.timeout=1m");
        service.store(new KnownFlights().documents());
    }

    @AfterAll
    static void stop() {
        service.close();
        issuer.close();
    }

    @Test
    void an_owner_sees_their_own_month() {
        assertThat(get(UTILIZATION, issuer.token("o-17", "invoices.read"))).isEqualTo(200);
        assertThat(get(UTILIZATION, issuer.token("o-1", "invoices.read"))).isEqualTo(404);
        assertThat(get(UTILIZATION, issuer.token("o-1", "invoices.read owners.all")))
                .isEqualTo(200);
        assertThat(get(UTILIZATION, issuer.token("o-17", "deliveries.read"))).isEqualTo(403);
        assertThat(get(UTILIZATION, "abc")).isEqualTo(401);
    }

    @Test
    void an_owner_sees_their_own_flights() {
        var flight = new KnownFlights()
                .documents().stream()
                        .filter(document -> document.path("type").asString("").equals("flight"))
                        .findFirst()
                        .orElseThrow();
        String path = "/api/dronedeliveries/" + flight.path("id").asString();
        String owner = flight.path("ownerId").asString();
        assertThat(get(path, issuer.token(owner, "deliveries.read"))).isEqualTo(200);
        assertThat(get(path, issuer.token("somebody-else", "deliveries.read"))).isEqualTo(404);
    }

    @Test
    void the_fleet_is_for_those_who_may_see_drones() {
        assertThat(get("/api/fleet?droneIds=dr-01", issuer.token("o-17", "drones.read")))
                .isEqualTo(200);
        assertThat(get("/api/fleet?droneIds=dr-01", issuer.token("o-17", "deliveries.read")))
                .isEqualTo(403);
    }

    private static int get(String path, String token) {
        return ServiceClient.status(service.http(), path, token);
    }
}
