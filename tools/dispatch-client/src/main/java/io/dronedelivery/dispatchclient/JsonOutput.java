package io.dronedelivery.dispatchclient;

import io.dronedelivery.dispatchclient.DispatchApi.ParsedAnswer;
import io.dronedelivery.plaintext.PlainText;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * One JSON object on each line, for programs. It has {@code event} (started, produced, status, failed, noDispatcher) and {@code at}, and
 * then the service's complete answer.
 */
record JsonOutput(PrintWriter out) implements Output {

    @Override
    public void started(ConsoleSettings settings, int concurrency) {
        ObjectNode line = line("started").put("uri", settings.uri().toString());
        if (settings.produce()) {
            line.put("count", settings.count())
                    .put("everyMs", settings.every().toMillis())
                    .put("concurrency", concurrency);
        }
        if (settings.status()) {
            line.put("statusEveryMs", settings.statusEvery().toMillis());
        }
        print(line);
    }

    @Override
    public void produced(ParsedAnswer<Production> production) {
        print(with(line("produced"), production.json()));
    }

    @Override
    public void status(ParsedAnswer<DispatchStatus> status) {
        print(with(line("status"), status.json()));
    }

    @Override
    public void failed(DispatchException failure) {
        print(failure("failed", failure));
    }

    @Override
    public void noDispatcher(ConsoleSettings settings, DispatchException failure) {
        print(failure("noDispatcher", failure));
    }

    @Override
    public boolean isClosed() {
        return out.checkError();
    }

    private static ObjectNode failure(String event, DispatchException failure) {
        ObjectNode line = line(event).put("message", failure.getMessage());
        if (failure.status() > 0) {
            line.put("status", failure.status());
        }
        if (failure.retryAfterSeconds() != null) {
            line.put("retryAfterSeconds", failure.retryAfterSeconds());
        }
        return line;
    }

    private static ObjectNode line(String event) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("event", event)
                .put("at", Instant.now().truncatedTo(ChronoUnit.MILLIS).toString());
    }

    private static ObjectNode with(ObjectNode line, JsonNode answer) {
        answer.properties().forEach(property -> line.set(property.getKey(), property.getValue()));
        return line;
    }

    private synchronized void print(ObjectNode line) {
        out.println(PlainText.escape(line.toString()));
        out.flush();
    }
}
