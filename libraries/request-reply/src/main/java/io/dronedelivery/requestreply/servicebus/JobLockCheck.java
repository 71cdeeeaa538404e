package io.dronedelivery.requestreply.servicebus;

import static io.dronedelivery.messaging.settings.Contradiction.error;
import static io.dronedelivery.messaging.settings.Contradiction.warning;

import io.dronedelivery.messaging.settings.Contradiction;
import io.dronedelivery.messaging.settings.SettingsCheck;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import reactor.util.concurrent.Queues;

/**
 * Checks how many jobs a worker holds against the time that Service Bus lets it hold them, and against the SDK's buffer.
 *
 * @param root of the properties, such as {@code invoice.pricing}
 * @param prefetch the most jobs that a worker holds
 * @param deadline the longest that a caller waits for a job
 * @param lockDuration of the queue of jobs, as it is declared at the broker
 * @param lockRenewal how long a lock is renewed beyond that
 * @param handlerTime how long the work on a job takes
 * @param buffer how many messages the SDK's buffer of a receiver holds; one more closes the receiver
 */
public record JobLockCheck(
        String root,
        int prefetch,
        Duration deadline,
        Duration lockDuration,
        Duration lockRenewal,
        Duration handlerTime,
        int buffer)
        implements SettingsCheck {

    /** A check with the buffer of this JVM. */
    public JobLockCheck(
            String root,
            int prefetch,
            Duration deadline,
            Duration lockDuration,
            Duration lockRenewal,
            Duration handlerTime) {
        this(root, prefetch, deadline, lockDuration, lockRenewal, handlerTime, Queues.SMALL_BUFFER_SIZE);
    }

    @Override
    public List<Contradiction> contradictions() {
        List<Contradiction> found = new ArrayList<>();
        if (prefetch > buffer) {
            found.add(error(
                    "%s.workers.prefetch is %d; the SDK's buffer holds %d messages, and when it overflows the receiver closes"
                            .formatted(root, prefetch, buffer),
                    "Lower it, or start the JVM with -Dreactor.bufferSize.small=%d"
                            .formatted(Integer.highestOneBit(prefetch) * 2)));
        }
        held(found);
        waited(found);
        return found;
    }

    private void held(List<Contradiction> found) {
        Duration last = handlerTime.multipliedBy(prefetch);
        if (last.compareTo(lockDuration) <= 0) {
            return;
        }
        String problem =
                "%s.workers.prefetch is %d; at %1$s.servicebus.expected-handler-time=%s the last job that a worker holds waits %s, longer than the lock of %s"
                        .formatted(root, prefetch, handlerTime, last, lockDuration);
        String consequence = last.compareTo(lockRenewal) > 0
                ? ": it is delivered again and again, done more than once, and ends in the dead letters"
                : ", so it depends on the renewal of the lock";
        found.add(warning(
                problem + consequence,
                "Lower %s.workers.prefetch to %d, or declare the queue with a longer lock"
                        .formatted(root, Math.max(1, lockDuration.dividedBy(positive(handlerTime))))));
    }

    private void waited(List<Contradiction> found) {
        if (deadline.compareTo(lockDuration) > 0 && deadline.compareTo(lockRenewal) > 0) {
            found.add(warning(
                    "%s.deadline is %s, longer than the lock of %s and than %1$s.servicebus.lock-renewal, which is %s: a job that takes that long is begun a second time"
                            .formatted(root, deadline, lockDuration, lockRenewal),
                    "Raise %s.servicebus.lock-renewal".formatted(root)));
        }
    }

    private static Duration positive(Duration time) {
        return time.isZero() ? Duration.ofNanos(1) : time;
    }
}
