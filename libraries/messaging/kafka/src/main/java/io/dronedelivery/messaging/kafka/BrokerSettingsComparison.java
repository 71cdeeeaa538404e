package io.dronedelivery.messaging.kafka;

import io.dronedelivery.messaging.retention.BrokerRetention.Mismatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;

/** Compares settings of one topic or broker, and collects mismatches and what the broker does not say. Not thread-safe. */
final class BrokerSettingsComparison {

    static final String OURS = "messaging.promise.";
    private static final long UNLIMITED = -1;

    private final String entity;
    private final Config config;
    private final List<Mismatch> found = new ArrayList<>();

    BrokerSettingsComparison(String entity, Config config) {
        this.entity = entity;
        this.config = config;
    }

    /** A time, of which -1 is unlimited. */
    void longEnough(String setting, LongFunction<Duration> unit, Duration needed, String ours) {
        said(setting, value -> {
            long is = Long.parseLong(value);
            if (is != UNLIMITED && unit.apply(is).compareTo(needed) < 0) {
                found.add(Mismatch.tooShort(entity, setting, unit.apply(is), needed, OURS + ours));
            }
        });
    }

    void atLeast(String setting, long needed, String ours) {
        said(setting, value -> atLeast(setting, Long.parseLong(value), needed, ours));
    }

    /** A number that is not one of the settings. */
    void atLeast(String setting, long is, long needed, String ours) {
        if (is < needed) {
            found.add(Mismatch.tooLow(entity, setting, is, needed, OURS + ours));
        }
    }

    /** @param otherwise what would happen with another value */
    void equal(String setting, String needed, String otherwise) {
        said(setting, value -> {
            if (!value.equals(needed)) {
                found.add(
                        Mismatch.wrong(entity, setting, "is %s, needed is %s: %s".formatted(value, needed, otherwise)));
            }
        });
    }

    private void said(String setting, Consumer<String> comparison) {
        ConfigEntry entry = config.get(setting);
        if (entry == null || entry.value() == null) {
            found.add(Mismatch.unknown(entity, setting, "the broker does not say it"));
        } else {
            comparison.accept(entry.value());
        }
    }

    List<Mismatch> found() {
        return List.copyOf(found);
    }
}
