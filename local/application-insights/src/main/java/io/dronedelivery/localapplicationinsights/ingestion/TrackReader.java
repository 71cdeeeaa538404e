package io.dronedelivery.localapplicationinsights.ingestion;

import io.dronedelivery.localapplicationinsights.ingestion.TrackResult.ItemError;
import io.dronedelivery.localapplicationinsights.telemetry.TelemetryItem;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads the body of a post: one envelope a line, or a JSON array of envelopes. */
public final class TrackReader {
    private final JsonMapper json = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(
                            StreamReadConstraints.builder().maxNestingDepth(50).build())
                    .build())
            .build();
    private final EnvelopeReader envelopes;
    private final InstantSource clock;

    /**
     * @param instrumentationKey the key that envelopes must have
     * @param clock gives the time for envelopes without one
     */
    public TrackReader(String instrumentationKey, InstantSource clock) {
        this.envelopes = new EnvelopeReader(instrumentationKey);
        this.clock = clock;
    }

    /** Reads all readable envelopes. The result has the errors of the others. */
    public TrackResult read(byte[] body) {
        String text = new String(body, StandardCharsets.UTF_8).strip();
        if (text.isEmpty()) {
            return TrackResult.refused("The body has no telemetry.");
        }
        return text.startsWith("[") ? array(text) : lines(text);
    }

    private TrackResult array(String text) {
        List<JsonNode> nodes = new ArrayList<>();
        try {
            json.readTree(text).forEach(nodes::add);
        } catch (JacksonException e) {
            return TrackResult.refused(notJson(e));
        }
        Batch batch = new Batch();
        nodes.forEach(node -> batch.add(() -> node));
        return batch.result();
    }

    private TrackResult lines(String text) {
        Batch batch = new Batch();
        text.lines().filter(line -> !line.isBlank()).forEach(line -> batch.add(() -> json.readTree(line)));
        return batch.result();
    }

    private static String notJson(JacksonException e) {
        return "Not JSON: " + e.getOriginalMessage();
    }

    private interface Source {
        JsonNode read();
    }

    private final class Batch {
        private final List<TelemetryItem> items = new ArrayList<>();
        private final List<ItemError> errors = new ArrayList<>();
        private int received;

        void add(Source source) {
            int index = received++;
            try {
                items.addAll(envelopes.read(source.read(), clock.instant()));
            } catch (EnvelopeException e) {
                errors.add(new ItemError(index, 400, String.valueOf(e.getMessage())));
            } catch (JacksonException e) {
                errors.add(new ItemError(index, 400, notJson(e)));
            }
        }

        TrackResult result() {
            return received == 0
                    ? TrackResult.refused("The body has no telemetry.")
                    : new TrackResult(received, items, errors);
        }
    }
}
