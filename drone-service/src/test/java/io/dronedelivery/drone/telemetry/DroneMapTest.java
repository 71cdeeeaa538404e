package io.dronedelivery.drone.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.cosmosaccess.testing.RunningService;
import io.dronedelivery.drone.DroneService;
import io.dronedelivery.drone.DroneServiceApplication;
import io.dronedelivery.localapplicationinsights.Browser;
import io.dronedelivery.servicekit.testing.TestBroker;
import io.dronedelivery.servicekit.testing.TestIssuer;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The map in a real browser: in the light, in the dark, on a small screen, and with the keyboard alone. */
@Tag("whole")
class DroneMapTest {

    private static final int DRONES = 30;
    private static final String ALL_ARE_SHOWN =
            "document.getElementById('status').textContent.startsWith('" + DRONES + " drones, 29 in the air')";

    @TempDir
    Path directory;

    private Browser browser;

    @BeforeEach
    void start() throws Exception {
        browser = Browser.start();
        browser.size(1280, 900);
    }

    @AfterEach
    void stop() throws Exception {
        if (browser != null) {
            browser.close();
        }
    }

    private RunningService service(String... further) {
        RunningService service = DroneService.start(
                DroneServiceApplication.builder(),
                TestBroker.kafka(),
                Stream.concat(
                                Stream.of(
                                        "--drone.telemetry.enabled=true",
                                        "--drone.telemetry.archive.directory=" + directory),
                                Stream.of(further))
                        .toArray(String[]::new));
        LatestPositions positions = service.bean(LatestPositions.class);
        for (int i = 0; i < DRONES; i++) {
            positions.update(new DroneTelemetry(
                    "dr-" + (100 + i), 1, StreamFigures.now(), 47 + i * .01, 8.5, i * 10, 9.1, 12 * i, i / 30.0));
        }
        return service;
    }

    @Test
    void axe_finds_no_violation() throws Exception {
        try (RunningService service = service()) {
            browser.open(service.baseUrl() + "/map");
            browser.awaitTrue(ALL_ARE_SHOWN);
            assertThat(browser.evaluate("document.getElementById('more').textContent")
                            .asString())
                    .isEqualTo("The first 25 of 30 drones.");

            browser.assertAccessible("rgb(246, 247, 249)", "rgb(18, 22, 27)");

            browser.tabTo("[aria-label=\"Positions of the drones\"]");
            assertThat(browser.errors()).isEmpty();
        }
    }

    @Test
    void token_is_entered_with_the_keyboard_alone() throws Exception {
        try (TestIssuer issuer = new TestIssuer();
                RunningService service = service(
                        "--security.issuer=" + issuer.url(),
                        "--security.audience=" + TestIssuer.AUDIENCE,
                        "--security.keys.timeout=1m")) {
            browser.open(service.baseUrl() + "/map");
            browser.awaitTrue("!document.getElementById('access').hidden");
            browser.assertAccessible("rgb(246, 247, 249)", "rgb(18, 22, 27)");

            browser.tabTo("#token");
            issuer.token("operator", "drones.read").chars().forEach(key -> browser.press(Character.toString(key)));
            browser.press("Enter");

            browser.awaitTrue(ALL_ARE_SHOWN + " && document.getElementById('access').hidden");
            assertThat(browser.errors()).allMatch(error -> error.contains("401"));
        }
    }
}
