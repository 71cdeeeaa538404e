package io.dronedelivery.localstack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.in;

import io.dronedelivery.localauth.LocalAuth;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

    /** The invoice of a delivery that was just asked for takes a moment. */
    private static void assertSucceeds(String token, String command) {
        String status = command.replaceFirst("^curl ", "curl -s -o /dev/null -w '%{http_code}' ");
        Awaitility.await(command)
                .atMost(PATIENCE)
                .until(() -> Shell.run("set -e\n" + token + "\n[ -n \"$TOKEN\" ]\n" + status), in(SUCCESS));
    }
}
