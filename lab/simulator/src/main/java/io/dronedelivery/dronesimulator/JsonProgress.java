package io.dronedelivery.dronesimulator;

import java.io.PrintWriter;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** One JSON object a line, for programs: {@code event} is warning, ready, progress, report or failed. */
final class JsonProgress implements Progress {

    private final PrintWriter out;
    private final Json json;

    /** @param histograms whether those who read want to merge them with others */
    JsonProgress(PrintWriter out, boolean histograms) {
        this.out = out;
        this.json = new Json(histograms);
    }

    void ready() {
        print(Json.event(Json.READY));
    }

    @Override
    public void warned(List<String> warnings) {
        warnings.forEach(warning -> print(Json.event(Json.WARNING).put("message", warning)));
    }

    @Override
    public void second(Second second) {
        print(json.of(second));
    }

    @Override
    public void over(Report report) {
        print(json.of(report));
    }

    @Override
    public void failed(String why) {
        print(Json.event(Json.FAILED).put("message", why));
    }

    private synchronized void print(ObjectNode line) {
        out.println(line);
        out.flush();
    }
}
