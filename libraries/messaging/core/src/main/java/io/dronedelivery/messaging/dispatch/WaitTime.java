package io.dronedelivery.messaging.dispatch;

import java.util.concurrent.atomic.LongAdder;

/** How long messages waited for their turn. */
final class WaitTime {

    private final LongAdder messages = new LongAdder();
    private final LongAdder nanos = new LongAdder();

    void record(long waited, int count) {
        messages.add(count);
        nanos.add(waited * count);
    }

    long messages() {
        return messages.sum();
    }

    long nanos() {
        return nanos.sum();
    }
}
