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
 * The dispatcher's queue. A thread that adds a parcel, or on which one ends, also starts the parcels that the concurrency then allows, so
 * no timer and no switch of threads is between the end of one message and the start of the next. Any thread may call it; one at a time
 * starts parcels, without a lock.
 */
final class DispatchQueue {

    private static final Logger log = LoggerFactory.getLogger(DispatchQueue.class);

    private final Queue<Parcel> waiting =
            Queues.<Parcel>unboundedMultiproducer().get();
    private final AtomicInteger refilling = new AtomicInteger();
    private final MessageSpans spans;
    private final Occupancy occupancy;
    private final List<SinkWriter> writers;
    private final Set<String> sinks;
    private final int batch;
    private final LatencyTable latency = new LatencyTable();
    private final WaitTime wait = new WaitTime();
    private final ErrorLog errors = new ErrorLog();
    private volatile int concurrency;

    /** Polled, and too large for the free concurrency. Used only by the thread that refills. */
    private @Nullable Parcel next;

    DispatchQueue(List<DispatchSink> sinks, DispatchProperties properties, MessageSpans spans) {
        this.spans = spans;
        this.occupancy = new Occupancy(properties.capacity());
        this.batch = properties.batch();
        this.concurrency = properties.concurrency();
        boolean others = sinks.size() > 1;
        this.writers = sinks.stream()
                .map(sink ->
                        new SinkWriter(sink, properties, others, (parcels, failure) -> ended(sink, parcels, failure)))
                .toList();
        this.sinks = sinks.stream().map(DispatchSink::name).collect(Collectors.toUnmodifiableSet());
    }

    /** Their names. */
    Set<String> sinks() {
        return sinks;
    }

    /** Queues messages for which there is a reservation. */
    void add(List<Parcel> parcels, int messages) {
        occupancy.queue(messages);
        waiting.addAll(parcels);
        refill();
    }

    /** One thread at a time starts parcels; it repeats the loop for threads that called meanwhile. */
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

    /** @return false when nothing waits, or nothing that may go out now */
    private boolean startNext() {
        Parcel first = poll();
        if (first == null) {
            return false;
        }
        if (!first.mayGoOut()) {
            // The concurrency has grown meanwhile.
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
        List<Parcel> load = List.of(first);
        try {
            load = size < first.messages() ? parted(first, size) : withOthers(first, Math.min(free, batch) - size);
            load.forEach(Parcel::sent);
        } catch (Throwable thrown) {
            // An Error too, such as a tracer's: nothing would be started ever again.
            giveUp(load, thrown);
            return true;
        }
        start(load);
        return true;
    }

    private List<Parcel> parted(Parcel whole, int size) {
        Parcel first = whole.first(size);
        next = whole.after(first);
        return List.of(first);
    }

    private List<Parcel> withOthers(Parcel first, int room) {
        Parcel more = room > 0 ? poll() : null;
        if (more == null) {
            return List.of(first);
        }
        List<Parcel> load = new ArrayList<>();
        load.add(first);
        int left = room;
        while (more != null && more.messages() <= left) {
            load.add(more);
            left -= more.messages();
            more = left > 0 ? poll() : null;
        }
        next = more;
        return load;
    }

    private @Nullable Parcel poll() {
        Parcel kept = next;
        next = null;
        return kept != null ? kept : waiting.poll();
    }

    private void start(List<Parcel> load) {
        int messages = begin(load);
        boolean toAll = load.stream().allMatch(Parcel::goesToAll);
        for (SinkWriter writer : writers) {
            if (toAll) {
                write(writer, load, messages);
            } else {
                writeWhatIsFor(writer, load);
            }
        }
    }

    /** @return how many messages are in flight now that waited */
    private int begin(List<Parcel> load) {
        long now = System.nanoTime();
        int messages = 0;
        for (Parcel parcel : load) {
            messages += parcel.messages();
            wait.record(now - parcel.queuedAt(), parcel.messages());
            parcel.goesTo(parcel.dispatch().goesToAll() ? writers.size() : writersOf(parcel));
        }
        occupancy.start(messages);
        return messages;
    }

    /** Ends what no sink gets. */
    private void giveUp(List<Parcel> load, Throwable thrown) {
        log.error("Messages are given up that could not be started", thrown);
        begin(load);
        for (SinkWriter writer : writers) {
            ended(writer.sink(), whatIsFor(writer, load), thrown);
        }
    }

    /** At least one: what all sinks have is not queued. */
    private int writersOf(Parcel parcel) {
        return (int) writers.stream()
                .filter(writer -> parcel.dispatch().goesTo(writer.name()))
                .count();
    }

    private void writeWhatIsFor(SinkWriter writer, List<Parcel> load) {
        List<Parcel> some = new ArrayList<>();
        for (Parcel parcel : whatIsFor(writer, load)) {
            Throwable reason = parcel.keptFrom(writer.name());
            if (reason == null) {
                some.add(parcel);
            } else {
                ended(writer.sink(), List.of(parcel), reason);
            }
        }
        if (!some.isEmpty()) {
            write(writer, some, some.stream().mapToInt(Parcel::messages).sum());
        }
    }

    private static List<Parcel> whatIsFor(SinkWriter writer, List<Parcel> load) {
        return load.stream()
                .filter(parcel -> parcel.dispatch().goesTo(writer.name()))
                .toList();
    }

    private void write(SinkWriter writer, List<Parcel> parcels, int messages) {
        try {
            writer.write(parcels, messages);
        } catch (Throwable thrown) {
            ended(writer.sink(), parcels, thrown);
        }
    }

    private void ended(DispatchSink sink, List<Parcel> parcels, @Nullable Throwable failure) {
        List<Parcel> done = new ArrayList<>(parcels.size());
        for (Parcel parcel : parcels) {
            if (failure != null) {
                errors.add(sink.name() + ": " + failure, parcel.failure() == null ? parcel.messages() : 0);
            }
            if (parcel.sinkEnded(sink.name(), failure)) {
                done.add(parcel);
            }
        }
        done.forEach(this::leave);
        refill();
        // Callers are told last, so that what they do on this thread does not delay other messages.
        done.forEach(DispatchQueue::tell);
    }

    private static void tell(Parcel parcel) {
        try {
            parcel.dispatch().ended(parcel.messages(), parcel.failure());
        } catch (Throwable thrown) {
            // Nor may it keep the others from being told.
            log.error("A caller threw an exception when it was told the end of its messages", thrown);
        }
    }

    private void leave(Parcel parcel) {
        if (parcel.failure() == null) {
            latency.record(System.nanoTime() - parcel.dispatch().admittedAt(), parcel.messages());
        }
        occupancy.finish(parcel.messages());
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
