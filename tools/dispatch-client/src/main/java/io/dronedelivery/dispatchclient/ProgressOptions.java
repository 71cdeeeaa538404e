package io.dronedelivery.dispatchclient;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** The option of the commands that wait for a service's work and print its progress. */
final class ProgressOptions {

    /** After this many failed calls in a row a command stops watching. A single one says nothing about the work. */
    private static final int FAILURES_IN_A_ROW = 5;

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
            names = "--progress-every",
            paramLabel = "<ms>",
            defaultValue = "1000",
            description = "Milliseconds between two reports. Default: ${DEFAULT-VALUE}.")
    private int every;

    /** Call it before any work begins. */
    void check() {
        if (every < 1) {
            throw HttpUri.fault(spec.commandLine(), "--progress-every", every, "must be at least 1");
        }
    }

    @FunctionalInterface
    interface Question {
        JsonNode ask() throws DispatchException, InterruptedException;
    }

    /**
     * Asks for the progress until the work has ended.
     *
     * @param begun the service's answer when the work began
     * @param tell is given each answer except the last
     * @return the last answer
     * @throws DispatchException when five questions in a row were not answered
     */
    JsonNode follow(JsonNode begun, Predicate<JsonNode> isUnderWay, Consumer<JsonNode> tell, Question question)
            throws DispatchException, InterruptedException {
        JsonNode last = begun;
        int failures = 0;
        while (isUnderWay.test(last)) {
            if (failures == 0) {
                tell.accept(last);
            }
            TimeUnit.MILLISECONDS.sleep(every);
            try {
                last = question.ask();
                failures = 0;
            } catch (DispatchException e) {
                failures++;
                if (failures == FAILURES_IN_A_ROW) {
                    throw e;
                }
            }
        }
        return last;
    }
}
