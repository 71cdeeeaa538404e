package io.dronedelivery.house;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.in;

import io.dronedelivery.localauth.LocalAuth;
import io.dronedelivery.localstack.Http;
import io.dronedelivery.localstack.Shell;
import io.dronedelivery.localstack.StackProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.assertj.core.api.SoftAssertions;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.ObjectMapper;

/** The stack with an issuer, used as its ready block says. */
class AuthStackIT {

    /** Generous: other builds may share the machine. */
    private static final Duration PATIENCE = Duration.ofMinutes(4);

    private static final Set<String> SUCCESS = Set.of("200", "202");

    @TempDir
    private Path temporary;

    @TempDir
    private Path state;

    @Test
    void printed_commands_work_swagger_ui_signs_in_and_keys_are_kept() throws Exception {
        Shell.assumeAvailable();
        try (StackProcess stack = StackProcess.start(
                        temporary,
                        "--local.auth=on",
                        "--local.insights=off",
                        "--local.data-dir=" + state,
                        "--local.sample.deliveries=600",
                        "--local.sample.owners=5")
                .awaitReady()) {
            String token = "";
            List<String> commands = stack.commandsToTry();
            assertThat(commands).hasSize(8);
            for (String command : commands) {
                if (command.startsWith("TOKEN=")) {
                    token = command;
                } else {
                    assertSucceeds(token, command);
                }
            }

            nobody_reads_what_is_not_theirs(stack);

            String gateway = stack.url("gateway");
            assertThat(Http.get(gateway + "/swagger-ui/swagger-initializer.js").body())
                    .containsPattern("\"clientId\"\\s*:\\s*\"" + LocalAuth.SWAGGER_UI + "\"")
                    .containsPattern("\"usePkceWithAuthorizationCodeGrant\"\\s*:\\s*true");
            assertThat(Http.get(gateway + "/v3/api-docs/swagger-config")
                            .json()
                            .get("oauth2RedirectUrl")
                            .asString())
                    .isEqualTo(gateway + LocalAuth.SWAGGER_UI_REDIRECT);
            assertThat(state.resolve("auth/signing-keys.json")).exists();

            assertThat(stack.stop()).isEqualTo(143);
            stack.assertNothingIsLeftBehind();
        }
    }

    /** Every combination of caller and owner, through the gateway and past it. */
    private static void nobody_reads_what_is_not_theirs(StackProcess stack) throws IOException, InterruptedException {
        List<String> owners = List.of("o-1", "o-2", "o-3", "o-4", "o-5");
        Map<String, String> tokens = new LinkedHashMap<>();
        for (String owner : owners) {
            tokens.put(owner, token(stack, LocalAuth.clientOf(owner)));
        }
        String operator = token(stack, LocalAuth.OPERATOR);
        SoftAssertions softly = new SoftAssertions();
        for (String owner : owners) {
            for (String url : urlsOf(owner, stack)) {
                softly.assertThat(Http.get(url).status()).as("nobody, %s", url).isEqualTo(401);
                softly.assertThat(
                                Http.call("GET", url, "Authorization", operator).status())
                        .as("the operator, %s", url)
                        .isEqualTo(200);
                for (String caller : owners) {
                    softly.assertThat(Http.call("GET", url, "Authorization", tokens.get(caller))
                                    .status())
                            .as("%s, %s", caller, url)
                            .isEqualTo(caller.equals(owner) ? 200 : 404);
                }
            }
        }
        String drain = stack.health("drone-service").replace("/actuator/health", "/internal/drain");
        softly.assertThat(Http.call("POST", drain).status()).as(drain).isEqualTo(401);
        softly.assertThat(Http.call("POST", drain, "Authorization", tokens.get("o-1"))
                        .status())
                .as(drain)
                .isEqualTo(403);
        String drainer = token(stack, LocalAuth.OPERATOR, "&scope=operations");
        for (String service : List.of("delivery-service", "drone-service", "invoice-service")) {
            String letters = stack.health(service).replace("/actuator/health", "/internal/dead-letters");
            softly.assertThat(Http.get(letters).status()).as(letters).isEqualTo(401);
            for (String token : List.of(tokens.get("o-1"), drainer)) {
                softly.assertThat(Http.call("GET", letters, "Authorization", token)
                                .status())
                        .as(letters)
                        .isEqualTo(403);
            }
            softly.assertThat(
                            Http.call("GET", letters, "Authorization", operator).status())
                    .as(letters)
                    .isEqualTo(200);
        }
        softly.assertAll();
    }

    private static List<String> urlsOf(String owner, StackProcess stack) {
        String month = "?ownerId=" + owner + "&year=2025&month=11";
        return List.of(
                stack.url("gateway") + "/api/v1/owners/" + owner + "/invoices/2025/11",
                stack.url("gateway") + "/api/invoices" + month,
                stack.url("invoice-service") + "/api/invoices/" + owner + "/2025/11",
                stack.url("invoice-service") + "/api/invoices/" + owner + "/2025/11/lines",
                stack.url("delivery-service") + "/api/deliveries/summary" + month,
                stack.url("delivery-service") + "/api/packages/summary" + month,
                stack.url("drone-service") + "/api/dronedeliveries/utilization" + month);
    }

    private static String token(StackProcess stack, String client) throws IOException, InterruptedException {
        return token(stack, client, "");
    }

    private static String token(StackProcess stack, String client, String scope)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(stack.url("issuer") + "/oauth2/token"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header(
                        "Authorization",
                        "Basic "
                                + Base64.getEncoder()
                                        .encodeToString((client + ":" + LocalAuth.WELL_KNOWN_SECRET).getBytes(UTF_8)))
                .POST(HttpRequest.BodyPublishers.ofString("grant_type=client_credentials" + scope))
                .build();
        String answer = HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
        return "Bearer "
                + new ObjectMapper().readTree(answer).path("access_token").asString();
    }

    /** The invoice of a delivery that was just asked for takes a moment. */
    private static void assertSucceeds(String token, String command) {
        String status = command.replaceFirst("^curl ", "curl -s -o /dev/null -w '%{http_code}' ");
        Awaitility.await(command)
                .atMost(PATIENCE)
                .until(() -> Shell.run("set -e\n" + token + "\n[ -n \"$TOKEN\" ]\n" + status), in(SUCCESS));
    }
}
