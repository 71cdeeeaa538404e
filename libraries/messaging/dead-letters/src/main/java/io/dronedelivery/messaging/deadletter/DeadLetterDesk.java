package io.dronedelivery.messaging.deadletter;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The operations on dead letters for operators. Calls fail with {@link org.springframework.web.ErrorResponseException}s. Any thread may
 * call it.
 */
final class DeadLetterDesk {

    /** Ended jobs are kept for queries. */
    private static final int MOST_JOBS = 50;

    private final Map<String, DeadLetterQueue> queues = new LinkedHashMap<>();
    private final DeadLetterProperties properties;
    private final MeterRegistry meters;
    private final Map<String, ResendJob> jobs = new LinkedHashMap<>();

    DeadLetterDesk(Collection<DeadLetterQueue> queues, DeadLetterProperties properties, MeterRegistry meters) {
        queues.forEach(queue -> this.queues.put(queue.subscription().name(), queue));
        this.properties = properties;
        this.meters = meters;
        for (String what : List.of(DeadLetterNote.RESENT, DeadLetterNote.MENDED, DeadLetterNote.DISCARDED)) {
            queues.forEach(queue -> handled(queue, what));
        }
    }

    /**
     * @param waiting how many wait
     * @param more whether more may wait, since they are counted up to a limit
     */
    record WaitingCount(String subscription, long waiting, boolean more) {}

    Mono<List<WaitingCount>> counts() {
        return Flux.fromIterable(queues.entrySet())
                .concatMap(entry -> entry.getValue()
                        .waiting(properties.countLimit())
                        .map(count -> new WaitingCount(entry.getKey(), count, count == properties.countLimit())))
                .collectList()
                .timeout(properties.timeout())
                .onErrorMap(DeadLetterProblems::of);
    }

    Mono<DeadLetterPage> page(String subscription, DeadLetterFilter filter, @Nullable String after, int limit) {
        return Mono.defer(() -> queue(subscription).page(filter, after, limit, properties.scan()))
                .timeout(properties.timeout())
                .onErrorMap(
                        IllegalArgumentException.class,
                        wrong -> DeadLetterProblems.invalid("after", String.valueOf(wrong.getMessage())))
                .onErrorMap(DeadLetterProblems::of);
    }

    Mono<WaitingDeadLetter> find(String subscription, String id) {
        return Mono.defer(() -> queue(subscription).find(id))
                .switchIfEmpty(Mono.error(() -> gone(subscription, id)))
                .timeout(properties.timeout())
                .onErrorMap(
                        IllegalArgumentException.class,
                        wrong -> DeadLetterProblems.invalid("id", String.valueOf(wrong.getMessage())))
                .onErrorMap(DeadLetterProblems::of);
    }

    Mono<WaitingDeadLetter> resend(String subscription, String id, String by) {
        DeadLetterNote note = new DeadLetterNote(DeadLetterNote.RESENT, by, null);
        return single(subscription, id, note, (queue, letter) -> resend(queue, letter, Map.of(), null, note));
    }

    /** Sends a dead letter again with changes, if the subscription can handle the result. */
    Mono<WaitingDeadLetter> mend(String subscription, String id, Mending mending, String by) {
        DeadLetterNote note = new DeadLetterNote(DeadLetterNote.MENDED, by, mending.why());
        return single(
                subscription,
                id,
                note,
                (queue, letter) ->
                        resend(queue, letter, mending.checked(letter, queue.subscription(), by), mending.data(), note));
    }

    private static Disposal resend(
            DeadLetterQueue queue,
            WaitingDeadLetter letter,
            Map<String, String> changes,
            byte @Nullable [] data,
            DeadLetterNote note) {
        Map<String, String> attributes = new LinkedHashMap<>(changes);
        attributes.putAll(ResentAttributes.of(
                letter, queue.subscription().group(), UUID.randomUUID().toString()));
        return new Disposal.Resend(attributes, data, note.text(letter));
    }

    Mono<WaitingDeadLetter> discard(String subscription, String id, String why, String by) {
        DeadLetterNote note = new DeadLetterNote(DeadLetterNote.DISCARDED, by, why);
        return single(subscription, id, note, (queue, letter) -> new Disposal.Discard(note.text(letter)));
    }

    private Mono<WaitingDeadLetter> single(
            String subscription,
            String id,
            DeadLetterNote note,
            BiFunction<DeadLetterQueue, WaitingDeadLetter, Disposal> what) {
        return find(subscription, id)
                .flatMap(found -> {
                    DeadLetterQueue queue = queue(subscription);
                    SingleDeadLetter work = new SingleDeadLetter(letter -> what.apply(queue, letter));
                    return queue.work(DeadLetterFilter.of(id), work).then(work.result());
                })
                // Another operator or instance has dealt with it since it was found.
                .switchIfEmpty(Mono.error(() -> gone(subscription, id)))
                .doOnNext(letter -> {
                    note.log(subscription, letter);
                    count(subscription, note.what());
                })
                .timeout(properties.timeout())
                .onErrorMap(DeadLetterProblems::of);
    }

    /**
     * Starts a job that sends dead letters again.
     *
     * @param rate events a second; null for the one in the settings
     */
    ResendJob.ResendProgress resendAll(
            String subscription, DeadLetterFilter filter, @Nullable Integer rate, String by) {
        DeadLetterQueue queue = queue(subscription);
        ResendJob job = new ResendJob(
                UUID.randomUUID().toString(),
                queue,
                filter,
                rate == null ? properties.rate() : rate,
                by,
                () -> count(subscription, DeadLetterNote.RESENT));
        synchronized (jobs) {
            jobs.values().stream()
                    .filter(other ->
                            other.isRunning() && other.progress().subscription().equals(subscription))
                    .findFirst()
                    .ifPresent(other -> {
                        throw DeadLetterProblems.conflict("The dead letters of " + subscription
                                + " are being sent again here already, by the job " + other.id() + ".");
                    });
            forgetOldest();
            jobs.put(job.id(), job);
        }
        job.start();
        return job.progress();
    }

    private void forgetOldest() {
        if (jobs.size() >= MOST_JOBS) {
            jobs.values().removeIf(job -> !job.isRunning());
        }
    }

    List<ResendJob.ResendProgress> jobs(String subscription) {
        queue(subscription);
        List<ResendJob.ResendProgress> all = new ArrayList<>();
        synchronized (jobs) {
            jobs.values().forEach(job -> all.add(job.progress()));
        }
        return all.stream()
                .filter(progress -> progress.subscription().equals(subscription))
                .toList();
    }

    ResendJob.ResendProgress job(String subscription, String id) {
        return running(subscription, id).progress();
    }

    ResendJob.ResendProgress stop(String subscription, String id) {
        ResendJob job = running(subscription, id);
        job.stop();
        return job.progress();
    }

    /** Stops all jobs, when the application ends. */
    void close() {
        synchronized (jobs) {
            jobs.values().forEach(ResendJob::stop);
        }
    }

    private ResendJob running(String subscription, String id) {
        queue(subscription);
        synchronized (jobs) {
            ResendJob job = jobs.get(id);
            if (job == null || !job.progress().subscription().equals(subscription)) {
                throw DeadLetterProblems.notFound("This instance has no job " + id + " for " + subscription + ".");
            }
            return job;
        }
    }

    private DeadLetterQueue queue(String subscription) {
        DeadLetterQueue queue = queues.get(subscription);
        if (queue == null) {
            throw DeadLetterProblems.notFound(
                    "This service has no subscription " + subscription + "; it has " + queues.keySet() + ".");
        }
        return queue;
    }

    private static Throwable gone(String subscription, String id) {
        return DeadLetterProblems.notFound(
                "No dead letter " + id + " of " + subscription + " waits, or none any longer.");
    }

    private void count(String subscription, String what) {
        handled(queue(subscription), what).increment();
    }

    private Counter handled(DeadLetterQueue queue, String what) {
        return Counter.builder("messaging.dead-letters.handled")
                .description(
                        "Dead letters that operators have sent again (resent), mended or discarded on this instance")
                .tag("messaging.destination.name", queue.subscription().channel())
                .tag("messaging.consumer.group.name", queue.subscription().group())
                .tag("what", what)
                .register(meters);
    }
}
