package io.dronedelivery.localservicebus.entity;

import io.dronedelivery.localservicebus.broker.QueueSettings;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Settings of a queue. */
public final class QueueOptions extends ReceivingEntityOptions<QueueOptions> {
    private @Nullable Duration duplicateWindow;

    QueueOptions(String name) {
        super("queue " + name);
    }

    @Override
    QueueOptions self() {
        return this;
    }

    /** Drops messages whose message id was seen within the window; no detection by default. */
    public QueueOptions duplicateDetection(Duration window) {
        duplicateWindow = OptionChecks.duplicateWindow(window, entity());
        return this;
    }

    QueueSettings settings() {
        return settings(null, duplicateWindow);
    }
}
