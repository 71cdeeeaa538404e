package io.dronedelivery.localservicebus.broker;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Ready messages in the order of their sequence numbers, delivered to competing consumers in turn. */
final class SharedBacklog implements Backlog {
    private final TreeMap<Long, StoredMessage> ready = new TreeMap<>();
    private final List<Consumer> consumers = new ArrayList<>();
    private int turn;

    void attach(Consumer consumer) {
        consumers.add(consumer);
    }

    @Override
    public void detach(Consumer consumer) {
        consumers.remove(consumer);
    }

    @Override
    public void add(StoredMessage message) {
        ready.put(message.sequence(), message);
    }

    @Override
    public void remove(StoredMessage message) {
        ready.remove(message.sequence());
    }

    @Override
    public void dispatch(BiConsumer<StoredMessage, Consumer> handOver) {
        while (!ready.isEmpty()) {
            Consumer consumer = nextWithCredit();
            if (consumer == null) {
                return;
            }
            handOver.accept(ready.pollFirstEntry().getValue(), consumer);
        }
    }

    @Override
    public int size() {
        return ready.size();
    }

    private @Nullable Consumer nextWithCredit() {
        for (int tried = 0; tried < consumers.size(); tried++) {
            turn = turn + 1 < consumers.size() ? turn + 1 : 0;
            Consumer consumer = consumers.get(turn);
            if (consumer.credit() > 0) {
                return consumer;
            }
        }
        return null;
    }
}
