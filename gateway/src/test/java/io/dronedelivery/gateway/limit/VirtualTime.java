package io.dronedelivery.gateway.limit;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;

/**
 * What happens in virtual time, in its order. Millions of timers have one of a few delays: each delay has a queue of its own, which is in
 * order without sorting.
 */
final class VirtualTime {

    private final Queue<Event> atAnyTime = new PriorityQueue<>();
    private final List<Delay> delays = new ArrayList<>();
    private long now = 1;
    private long number;

    private record Event(long at, long number, Runnable happens) implements Comparable<Event> {

        @Override
        public int compareTo(Event other) {
            return at != other.at ? Long.compare(at, other.at) : Long.compare(number, other.number);
        }
    }

    private record Delay(long nanos, Queue<Event> events) {}

    long now() {
        return now;
    }

    /** @param time in nanoseconds, from now on */
    void at(long time, Runnable happens) {
        atAnyTime.add(new Event(time, number++, happens));
    }

    /** @param nanos one of a few values */
    void after(long nanos, Runnable happens) {
        eventsAfter(nanos).add(new Event(now + nanos, number++, happens));
    }

    private Queue<Event> eventsAfter(long nanos) {
        for (int i = 0; i < delays.size(); i++) {
            if (delays.get(i).nanos == nanos) {
                return delays.get(i).events;
            }
        }
        Delay added = new Delay(nanos, new ArrayDeque<>());
        delays.add(added);
        return added.events;
    }

    void runFor(double seconds) {
        long end = now + (long) (seconds * 1e9);
        for (Event event = nextUntil(end); event != null; event = nextUntil(end)) {
            now = event.at;
            event.happens.run();
        }
        now = end;
    }

    private Event nextUntil(long end) {
        Queue<Event> from = atAnyTime;
        Event first = from.peek();
        for (int i = 0; i < delays.size(); i++) {
            Queue<Event> queue = delays.get(i).events;
            Event other = queue.peek();
            if (other != null && (first == null || other.compareTo(first) < 0)) {
                first = other;
                from = queue;
            }
        }
        return first == null || first.at > end ? null : from.remove();
    }
}
