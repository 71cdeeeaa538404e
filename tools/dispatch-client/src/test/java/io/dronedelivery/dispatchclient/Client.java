package io.dronedelivery.dispatchclient;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

/** Runs the client in this JVM. */
final class Client {

    private Client() {}

    /** What came of a run. */
    record Result(int exitCode, String out, String err) {

        List<String> lines() {
            return out.lines().toList();
        }
    }

    static Result run(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = DispatchClient.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
        return new Result(exitCode, normalized(out), normalized(err));
    }

    private static String normalized(StringWriter text) {
        return text.toString().replace(System.lineSeparator(), "\n");
    }
}
