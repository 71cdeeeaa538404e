package io.dronedelivery.requestreply.kafka;

import io.dronedelivery.requestreply.queue.Job;
import io.dronedelivery.requestreply.queue.JobDelivery;
import io.dronedelivery.requestreply.queue.JobDistributor;
import io.dronedelivery.requestreply.queue.JobQueue;
import io.dronedelivery.requestreply.queue.Reply;
import io.dronedelivery.requestreply.queue.ReplyChannel;
import io.dronedelivery.requestreply.queue.ReplyChannels;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Jobs on Kafka, which is a log and no queue: a process gets its jobs from its assigned partitions, and no other process gets the jobs that
 * it has fetched. A further attempt at a job is sent as a new record. Only the callers' own limits bound the depth of the topic.
 *
 * <p>All channels of a process share one partition of the reply topic, read by one consumer. With a partition for each channel, the pool's
 * size would depend on the topic, and every channel would need a thread.
 *
 * <p>It polls Kafka's consumers itself, without reactor-kafka: a process that stops working has to commit exactly its finished jobs, and to
 * leave the group at once. Any thread may call all methods.
 */
public final class KafkaJobQueue implements JobQueue {

    private final KafkaJobSettings settings;
    private final JobKafkaClients clients;
    private final JobTopics topics;
    private final JobProducer producer;
    private final ReplySender answers;
    private final JobDistributor jobs = new JobDistributor(() -> {}, this::leave);
    private final String process = UUID.randomUUID().toString();
    private final Mono<Integer> replyPartitions;
    private final Mono<ReplyConsumer> replies;
    private final AtomicReference<@Nullable ReplyConsumer> replyConsumer = new AtomicReference<>();
    /** Consumers that have not left the group yet, with the current one. */
    private final Set<JobConsumer> jobConsumers = ConcurrentHashMap.newKeySet();

    private @Nullable JobConsumer jobConsumer;

    /**
     * Looks up the names of the brokers and connects the producer in the background; the other clients are made at the first use.
     *
     * @throws KafkaException when none of the brokers' names is known
     */
    public KafkaJobQueue(KafkaJobSettings settings) {
        this.settings = settings;
        clients = new JobKafkaClients(settings);
        topics = new JobTopics(settings, () -> Admin.create(settings.clients()));
        producer = new JobProducer(clients.producer());
        answers = new ReplySender(producer, topics, settings.replies());
        replyPartitions = topics.ensure().cacheInvalidateIf(known -> false);
        replies = replyPartitions
                .map(this::startReplies)
                .cacheInvalidateIf(known -> false)
                .flatMap(consumer -> consumer.reading().thenReturn(consumer));
    }

    private ReplyConsumer startReplies(int partitions) {
        int partition = ThreadLocalRandom.current().nextInt(partitions);
        ReplyConsumer consumer = new ReplyConsumer(
                clients.replies(),
                new TopicPartition(settings.replies(), partition),
                new ReplyChannels(partition + "/" + process));
        replyConsumer.set(consumer);
        return consumer;
    }

    @Override
    public String design() {
        return "kafka";
    }

    @Override
    public Mono<ReplyChannel> openChannel(Consumer<Reply> receiver) {
        return replies.map(consumer -> consumer.channels().open(receiver));
    }

    @Override
    public Mono<Void> submit(Job job) {
        return producer.sendInTurns(
                settings.requests(), partition -> JobRecords.of(job, settings.requests(), partition));
    }

    @Override
    public Publisher<JobDelivery> deliveries() {
        return replyPartitions.thenMany(Flux.from(jobs.consumer()).doOnSubscribe(worker -> join()));
    }

    /** Joins the group with the first worker of this process. */
    private synchronized void join() {
        if (jobConsumer == null) {
            jobConsumer = new JobConsumer(clients.jobs(), settings.requests(), jobs, this::delivery);
            jobConsumers.add(jobConsumer);
        }
    }

    /** Leaves the group without workers; jobs that were not passed to a worker are delivered to other processes. */
    private synchronized void leave() {
        if (jobs.hasWorkers()) {
            return;
        }
        if (jobConsumer != null) {
            stop(jobConsumer).subscribe();
            jobConsumer = null;
        }
        jobs.takeAll();
    }

    private Mono<Void> stop(JobConsumer consumer) {
        return consumer.stop().doOnTerminate(() -> jobConsumers.remove(consumer));
    }

    @Override
    public Mono<Long> depth() {
        return topics.depth();
    }

    @Override
    public Mono<Void> close() {
        return Mono.defer(() -> {
            ReplyConsumer reading = replyConsumer.getAndSet(null);
            Mono<Void> stopped = reading == null ? Mono.empty() : reading.stop();
            Mono<Void> left =
                    Flux.fromIterable(jobConsumers).flatMap(this::stop).then();
            return Mono.when(stopped, left).then(producer.close()).then(topics.close());
        });
    }

    private JobDelivery delivery(Job job, Runnable done) {
        return new Delivery(job, done, this);
    }

    private record Delivery(Job job, Runnable done, KafkaJobQueue queue) implements JobDelivery {

        @Override
        public Mono<Void> reply(Reply reply) {
            return toItsEnd(queue.answers.send(reply, job));
        }

        @Override
        public Mono<Void> abandon() {
            return deliverAgain(job.nextAttempt());
        }

        @Override
        public Mono<Void> release() {
            return deliverAgain(job);
        }

        /** Delivers it in this process when it cannot be sent to another one. */
        private Mono<Void> deliverAgain(Job again) {
            return toItsEnd(
                    queue.submit(again).doOnError(failure -> queue.jobs.offer(new Delivery(again, done, queue))));
        }

        /**
         * Kafka has no lock on a job that expires. So a settlement continues after a cancellation, by {@code cache}: a worker waits for
         * less time than the producer takes to give up.
         */
        private Mono<Void> toItsEnd(Mono<Void> settlement) {
            return settlement.then(drop()).cache();
        }

        @Override
        public Mono<Void> drop() {
            return Mono.fromRunnable(done);
        }
    }
}
