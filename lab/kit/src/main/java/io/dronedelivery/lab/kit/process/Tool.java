package io.dronedelivery.lab.kit.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs a program of this machine that is no JVM of ours. */
public final class Tool {

    /** After the end of its output. */
    private static final Duration END_TIMEOUT = Duration.ofSeconds(20);

    private Tool() {}

    /**
     * Runs it to its end, without input.
     *
     * @param command the program and its arguments
     * @return its output, errors included
     * @throws IOException with its output when it does not end, or with another code than 0
     */
    public static String run(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(END_TIMEOUT.toSeconds(), TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new IOException(command.get(0) + " failed: " + output.strip());
            }
            return output;
        } finally {
            process.destroy();
        }
    }
}
