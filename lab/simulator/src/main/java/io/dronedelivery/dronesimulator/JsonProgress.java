package io.dronedelivery.dronesimulator;

import java.io.PrintWriter;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** One JSON object a line, for programs: {@code event} is warning, progress, report or failed. */
record JsonProgress(PrintWriter out) implements SimulationProgress {

    @Override
    public void warned(List<String> warnings) {
        warnings.forEach(
                warning -> print(SimulatorJson.event(SimulatorJson.WARNING).put("message", warning)));
    }

    @Override
    public void second(Second second) {
        print(SimulatorJson.of(second));
    }

    @Override
    public void over(SimulationReport report) {
        print(SimulatorJson.of(report));
    }

    @Override
    public void failed(String why) {
        print(SimulatorJson.event(SimulatorJson.FAILED).put("message", why));
    }

    private synchronized void print(ObjectNode line) {
        out.println(line);
        out.flush();
    }
}
