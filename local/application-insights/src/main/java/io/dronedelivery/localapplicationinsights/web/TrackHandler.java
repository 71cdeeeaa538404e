package io.dronedelivery.localapplicationinsights.web;

import io.dronedelivery.localapplicationinsights.ingestion.Gzip;
import io.dronedelivery.localapplicationinsights.ingestion.TrackReader;
import io.dronedelivery.localapplicationinsights.ingestion.TrackResult;
import io.dronedelivery.localapplicationinsights.telemetry.TelemetryItem;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.json.JsonMapper;

/** Accepts telemetry: {@code POST /v2.1/track} and {@code /v2/track}. */
final class TrackHandler {
    private static final int MAX_PLAIN_BYTES = 64 * 1024 * 1024;

    private final JsonMapper json = JsonMapper.builder()
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .build();
    private final TrackReader reader;
    private final Consumer<List<TelemetryItem>> sink;
    private final LongAdder received = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private volatile boolean unavailable;

    TrackHandler(TrackReader reader, Consumer<List<TelemetryItem>> sink) {
        this.reader = reader;
        this.sink = sink;
    }

    /** Refuses posts with 503 from now on, or accepts them again. */
    void unavailable(boolean unavailable) {
        this.unavailable = unavailable;
    }

    long received() {
        return received.sum();
    }

    long refused() {
        return refused.sum();
    }

    HttpReply post(byte[] body, @Nullable String encoding) {
        if (unavailable) {
            return HttpReply.problem(503, "unavailable", "Told to be unavailable.")
                    .with("retry-after", "1");
        }
        try {
            return answer(reader.read(plain(body, encoding)));
        } catch (IOException e) {
            return HttpReply.problem(400, "not-gzip", "The body is not gzip: " + e.getMessage());
        } catch (Gzip.TooLargeException e) {
            return HttpReply.problem(413, "too-large", "The body has more than " + MAX_PLAIN_BYTES + " bytes.");
        } catch (UnsupportedOperationException e) {
            return HttpReply.problem(415, "content-encoding", String.valueOf(e.getMessage()));
        }
    }

    private static byte[] plain(byte[] body, @Nullable String encoding) throws IOException, Gzip.TooLargeException {
        String name = encoding == null ? "identity" : encoding.toLowerCase(Locale.ROOT);
        return switch (name) {
            case "gzip" -> Gzip.decompress(body, MAX_PLAIN_BYTES);
            case "identity", "" -> body;
            default ->
                throw new UnsupportedOperationException("Content-Encoding must be gzip or identity, not " + name);
        };
    }

    private HttpReply answer(TrackResult result) {
        received.add(result.itemsReceived());
        refused.add(result.errors().size());
        sink.accept(result.items());
        return HttpReply.of(result.status(), HttpReply.JSON, write(result));
    }

    private byte[] write(TrackResult result) {
        return json.writeValueAsBytes(Map.of(
                "itemsReceived", result.itemsReceived(),
                "itemsAccepted", result.itemsAccepted(),
                "errors", result.errors()));
    }
}
