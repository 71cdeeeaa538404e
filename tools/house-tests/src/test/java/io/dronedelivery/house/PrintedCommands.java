package io.dronedelivery.house;

import static org.hamcrest.Matchers.in;

import io.dronedelivery.localstack.Shell;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.awaitility.Awaitility;

/** The commands of the ready block, as a person copies them into a shell, one after the other. */
final class PrintedCommands {

    /** Generous: other builds may share the machine. */
    private static final Duration TIMEOUT = Duration.ofMinutes(4);

    private static final Set<String> SUCCESS = Set.of("200", "202");

    private PrintedCommands() {}

    /** @param commands those that put a token into {@code TOKEN}, and calls with the one before them */
    static void assertSucceed(List<String> commands) {
        String token = "";
        for (String command : commands) {
            if (command.startsWith("TOKEN=")) {
                token = command;
            } else {
                assertSucceeds(token, command);
            }
        }
    }

    /** The invoice of a delivery that was just asked for takes a moment. */
    private static void assertSucceeds(String token, String command) {
        String status = command.replaceFirst("^curl ", "curl -s -o /dev/null -w '%{http_code}' ");
        Awaitility.await(command)
                .atMost(TIMEOUT)
                .until(() -> Shell.run("set -e\n" + token + "\n[ -n \"$TOKEN\" ]\n" + status), in(SUCCESS));
    }
}
