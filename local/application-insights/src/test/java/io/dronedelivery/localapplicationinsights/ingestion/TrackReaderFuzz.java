package io.dronedelivery.localapplicationinsights.ingestion;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.localapplicationinsights.ingestion.TrackResult.ItemError;
import io.dronedelivery.localapplicationinsights.store.TelemetryStore;
import io.dronedelivery.localapplicationinsights.store.TelemetryStoreSettings;
import io.dronedelivery.localapplicationinsights.telemetry.TelemetryItem;
import io.dronedelivery.localapplicationinsights.timeline.Timeline;
import io.dronedelivery.localapplicationinsights.timeline.Window;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/**
 * A post brings items, and one reason for each envelope that brings none; the items can be kept and added up. It is the same in gzip,
 * of which no more comes out than is allowed. The first byte says whether the others are a post or bytes that are said to be gzip.
 */
final class TrackReaderFuzz {

    private static final String KEY = "k";
    private static final Instant NOW = Instant.parse("2026-01-31T23:59:59Z");
    private static final int MOST = 8 * 1024;

    private TrackReaderFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) throws IOException, Gzip.TooLargeException {
        if (input.length == 0) {
            return;
        }
        byte[] rest = Arrays.copyOfRange(input, 1, input.length);
        if ((input[0] & 1) == 0) {
            byte[] plain = Gzip.decompress(gzip(rest), MOST);
            assertThat(plain).isEqualTo(rest);
            check(plain);
        } else {
            check(decompressed(rest));
        }
    }

    private static byte[] decompressed(byte[] bytes) {
        try {
            byte[] plain = Gzip.decompress(bytes, MOST);
            assertThat(plain).hasSizeLessThanOrEqualTo(MOST);
            return plain;
        } catch (IOException | Gzip.TooLargeException e) {
            return new byte[0];
        }
    }

    private static void check(byte[] body) {
        TrackResult result = new TrackReader(KEY, () -> NOW).read(body);

        List<ItemError> errors = result.errors();
        assertThat(result.itemsReceived()).isPositive();
        assertThat(errors).hasSizeLessThanOrEqualTo(result.itemsReceived());
        assertThat(errors.stream().map(ItemError::index).toList())
                .isSorted()
                .doesNotHaveDuplicates()
                .allMatch(index -> index >= 0 && index < result.itemsReceived());
        errors.forEach(error -> assertThat(error.message()).hasSizeBetween(10, 10_000));
        result.items().forEach(TrackReaderFuzz::assertHasFigures);
        assertCanBeShown(result.items());
    }

    private static void assertHasFigures(TelemetryItem item) {
        assertThat(item.context().itemCount()).isPositive();
        if (item instanceof TelemetryItem.Metric metric) {
            assertThat(List.of(metric.sum(), metric.min(), metric.max())).allMatch(Double::isFinite);
        }
        if (item instanceof TelemetryItem.Span span) {
            assertThat(span.duration()).isGreaterThanOrEqualTo(Duration.ZERO);
        }
    }

    private static void assertCanBeShown(List<TelemetryItem> items) {
        TelemetryStore store = new TelemetryStore(
                new TelemetryStoreSettings(100, 1_000_000, Duration.ofMinutes(30)), InstantSource.system());
        Timeline timeline = new Timeline(() -> NOW, Duration.ofMinutes(1));
        for (int i = 0; i < 2; i++) {
            store.add(items);
            timeline.add(items);
        }
        assertThat(store.transactions()).hasSizeLessThanOrEqualTo(items.size());
        Window window = timeline.window(NOW.getEpochSecond() - 60, NOW.getEpochSecond() + 2, 1);
        assertThat(window.total().transactions().count()).isNotNegative();
        assertThat(window.total().transactions().percentileMillis(50))
                .isBetween(0.0, window.total().transactions().maxMillis());
    }

    private static byte[] gzip(byte[] plain) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(plain);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
