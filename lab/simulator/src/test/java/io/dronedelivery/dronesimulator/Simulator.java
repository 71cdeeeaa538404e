package io.dronedelivery.dronesimulator;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Runs the simulator in this JVM. */
final class Simulator {

    private Simulator() {}

    /** What came of a run. */
    record Result(int exitCode, String out, String err) {

        /** The JSON objects with that {@code event}. */
        List<JsonNode> events(String name) {
            return out.lines()
                    .map(SimulatorJson.MAPPER::readTree)
                    .filter(line -> line.path("event").asString("").equals(name))
                    .toList();
        }

        JsonNode report() {
            return events("report").get(0);
        }
    }

    static Result run(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = DroneSimulator.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
        return new Result(exitCode, out.toString(), err.toString());
    }
}
