package io.dronedelivery.messaging.dispatch;

import io.dronedelivery.messaging.trace.MessageSpans;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.util.concurrent.Queues;

/**
 * The dispatcher's queue. The thread that adds a batch also starts the batches that the concurrency allows. So does the thread on which a
 * batch ends. So neither a timer nor a switch of threads delays the next message. Any thread may call it; one at a time starts batches,
 * without a lock.
 */
final class DispatchQueue {

    private static final Logger log = LoggerFactory.getLogger(DispatchQueue.class);

    private final Queue<EventBatch> waiting =
            Queues.<EventBatch>unboundedMultiproducer().get();
    private final AtomicInteger refilling = new AtomicInteger();
    private final MessageSpans spans;
    private final Occupancy occupancy;
    private final List<SinkWriter> writers;
    private final Set<String> sinks;
    private final int maxBatch;
    private final LatencyTable latency = new LatencyTable();
    private final WaitTime wait = new WaitTime();
    private final ErrorLog errors = new ErrorLog();
    private volatile int concurrency;

    /** Polled, but too large for the free concurrency. Used only by the thread that refills. */
    private @Nullable EventBatch next;

    DispatchQueue(List<DispatchSink> sinks, DispatchProperties properties, MessageSpans spans) {
        this.spans = spans;
        this.occupancy = new Occupancy(properties.capacity());
        this.maxBatch = properties.batch();
        this.concurrency = properties.concurrency();
        boolean others = sinks.size() > 1;
        this.writers = sinks.stream()
                .map(sink ->
                        new SinkWriter(sink, properties, others, (batches, failure) -> ended(sink, batches, failure)))
                .toList();
        this.sinks = sinks.stream().map(DispatchSink::name).collect(Collectors.toUnmodifiableSet());
    }

    Set<String> sinks() {
        return sinks;
    }

    /** Queues messages for which room is reserved. */
    void add(List<EventBatch> batches, int messages) {
        occupancy.queue(messages);
        waiting.addAll(batches);
        refill();
    }

    /** One thread at a time starts batches; it repeats the loop for threads that called meanwhile. */
    private void refill() {
        if (refilling.getAndIncrement() != 0) {
            return;
        }
        int seen = 1;
        do {
            boolean started = true;
            while (started) {
                started = startNext();
            }
            seen = refilling.addAndGet(-seen);
        } while (seen != 0);
    }

    /** @return false when no batch waits, or none that may start now */
    private boolean startNext() {
        EventBatch first = poll();
        if (first == null) {
            return false;
        }
        if (!first.mayGoOut()) {
            // The concurrency may have grown meanwhile.
            next = first;
            return false;
        }
        int most = concurrency;
        int free = most - occupancy.inflight();
        int size = Math.min(first.messages(), most);
        if (size > free) {
            next = first;
            return false;
        }
        List<EventBatch> batches = List.of(first);
        try {
            batches = size < first.messages() ? split(first, size) : withOthers(first, Math.min(free, maxBatch) - size);
            batches.forEach(EventBatch::sent);
        } catch (Throwable thrown) {
            // Catches Errors too, such as a tracer's. Otherwise no message would be started ever again.
            giveUp(batches, thrown);
            return true;
        }
        start(batches);
        return true;
    }

    private List<EventBatch> split(EventBatch whole, int size) {
        EventBatch first = whole.first(size);
        next = whole.after(first);
        return List.of(first);
    }

    private List<EventBatch> withOthers(EventBatch first, int room) {
        EventBatch more = room > 0 ? poll() : null;
        if (more == null) {
            return List.of(first);
        }
        List<EventBatch> batches = new ArrayList<>();
        batches.add(first);
        int left = room;
        while (more != null && more.messages() <= left) {
            batches.add(more);
            left -= more.messages();
            more = left > 0 ? poll() : null;
        }
        next = more;
        return batches;
    }

    private @Nullable EventBatch poll() {
        EventBatch kept = next;
        next = null;
        return kept != null ? kept : waiting.poll();
    }

    private void start(List<EventBatch> batches) {
        int messages = begin(batches);
        boolean toAll = batches.stream().allMatch(EventBatch::isForAllSinks);
        for (SinkWriter writer : writers) {
            if (toAll) {
                write(writer, batches, messages);
            } else {
                writeWhatIsFor(writer, batches);
            }
        }
    }

    /** @return how many waiting messages are now in flight */
    private int begin(List<EventBatch> batches) {
        long now = System.nanoTime();
        int messages = 0;
        for (EventBatch batch : batches) {
            messages += batch.messages();
            wait.record(now - batch.queuedAt(), batch.messages());
            batch.goesTo(batch.dispatch().isForAllSinks() ? writers.size() : writersOf(batch));
        }
        occupancy.start(messages);
        return messages;
    }

    /** Ends batches that no sink gets. */
    private void giveUp(List<EventBatch> batches, Throwable thrown) {
        log.error("Messages are given up that could not be started", thrown);
        begin(batches);
        for (SinkWriter writer : writers) {
            ended(writer.sink(), whatIsFor(writer, batches), thrown);
        }
    }

    /** The number of sinks that get the batch. At least one, since messages that all sinks have are not queued. */
    private int writersOf(EventBatch batch) {
        return (int) writers.stream()
                .filter(writer -> batch.dispatch().goesTo(writer.name()))
                .count();
    }

    private void writeWhatIsFor(SinkWriter writer, List<EventBatch> batches) {
        List<EventBatch> some = new ArrayList<>();
        for (EventBatch batch : whatIsFor(writer, batches)) {
            Throwable reason = batch.keptFrom(writer.name());
            if (reason == null) {
                some.add(batch);
            } else {
                ended(writer.sink(), List.of(batch), reason);
            }
        }
        if (!some.isEmpty()) {
            write(writer, some, some.stream().mapToInt(EventBatch::messages).sum());
        }
    }

    private static List<EventBatch> whatIsFor(SinkWriter writer, List<EventBatch> batches) {
        return batches.stream()
                .filter(batch -> batch.dispatch().goesTo(writer.name()))
                .toList();
    }

    private void write(SinkWriter writer, List<EventBatch> batches, int messages) {
        try {
            writer.write(batches, messages);
        } catch (Throwable thrown) {
            ended(writer.sink(), batches, thrown);
        }
    }

    private void ended(DispatchSink sink, List<EventBatch> batches, @Nullable Throwable failure) {
        List<EventBatch> done = new ArrayList<>(batches.size());
        for (EventBatch batch : batches) {
            if (failure != null) {
                errors.add(sink.name() + ": " + failure, batch.failure() == null ? batch.messages() : 0);
            }
            if (batch.sinkEnded(sink.name(), failure)) {
                done.add(batch);
            }
        }
        done.forEach(this::leave);
        refill();
        // Callers are notified last, so that their work on this thread does not delay other messages.
        done.forEach(DispatchQueue::notifyCaller);
    }

    private static void notifyCaller(EventBatch batch) {
        try {
            batch.dispatch().ended(batch.messages(), batch.failure());
        } catch (Throwable thrown) {
            // An exception of one caller must not keep the others from being notified.
            log.error("A caller threw an exception when it was notified of the end of its messages", thrown);
        }
    }

    private void leave(EventBatch batch) {
        if (batch.failure() == null) {
            latency.record(System.nanoTime() - batch.dispatch().admittedAt(), batch.messages());
        }
        occupancy.finish(batch.messages());
    }

    int concurrency() {
        return concurrency;
    }

    void concurrency(int messages) {
        concurrency = messages;
        refill();
    }

    MessageSpans spans() {
        return spans;
    }

    Occupancy occupancy() {
        return occupancy;
    }

    List<SinkWriter> writers() {
        return writers;
    }

    LatencyTable latency() {
        return latency;
    }

    WaitTime waitTime() {
        return wait;
    }

    ErrorLog errors() {
        return errors;
    }
}
