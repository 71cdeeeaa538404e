package io.dronedelivery.lab.comparisons.overload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.gateway.GatewayApplication;
import io.dronedelivery.lab.comparisons.peers.AilingBackend;
import io.dronedelivery.lab.comparisons.peers.Ailment;
import io.dronedelivery.lab.comparisons.peers.StandaloneGateway;
import io.dronedelivery.lab.comparisons.peers.StaticBackend;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.context.ConfigurableApplicationContext;
import reactor.netty.DisposableServer;

/** What the gateway makes of each ailment, all of it in one JVM. */
@Tag("whole")
class SickBackendTest {

    private static final Duration DEADLINE = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private static DisposableServer ailing;
    private static DisposableServer healthy;
    private static ConfigurableApplicationContext gateway;
    private static String url;

    @BeforeAll
    static void start() {
        ailing = AilingBackend.start();
        healthy = StaticBackend.start();
        List<String> arguments = new ArrayList<>(StandaloneGateway.arguments(healthy.port()));
        arguments.addAll(SickBackend.settings(ailing.port(), DEADLINE));
        gateway = GatewayApplication.builder().run(arguments.toArray(String[]::new));
        url = "http://127.0.0.1:" + gateway.getEnvironment().getRequiredProperty("local.server.port");
    }

    @AfterAll
    static void stop() {
        ailing.disposeNow();
        healthy.disposeNow();
        gateway.close();
    }

    @Test
    void a_backend_that_is_well_answers() {
        for (boolean required : new boolean[] {true, false}) {
            // The deadline is short for a busy machine.
            await().atMost(PATIENCE)
                    .untilAsserted(() ->
                            assertThat(isWhole(ask(Ailment.NONE, required))).isTrue());
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void one_that_is_sick_does_not(Ailment ailment) {
        int status = ask(ailment, true).statusCode();
        switch (ailment) {
            case HANGS, DRIPS -> assertThat(status).isEqualTo(504);
            // On a busy machine its time may be over before that is known.
            default -> assertThat(status).isIn(502, 504);
        }
        await().atMost(PATIENCE).untilAsserted(() -> {
            HttpResponse<String> rest = ask(ailment, false);
            assertThat(rest.statusCode()).isEqualTo(200);
            assertThat(isWhole(rest)).isFalse();
        });
    }

    private static boolean isWhole(HttpResponse<String> answer) {
        return answer.headers()
                .firstValue("X-Aggregate-Completed")
                .map("true"::equals)
                .orElse(false);
    }

    private static HttpResponse<String> ask(Ailment ailment, boolean required) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + SickBackend.path(ailment, required)))
                .timeout(PATIENCE)
                .build();
        return CLIENT.sendAsync(request, HttpResponse.BodyHandlers.ofString()).join();
    }
}
