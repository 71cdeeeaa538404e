package io.dronedelivery.requestreply.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.messaging.testkit.SharedKafka;
import io.dronedelivery.requestreply.JobQueueContract;
import io.dronedelivery.requestreply.queue.Job;
import io.dronedelivery.requestreply.queue.JobDelivery;
import io.dronedelivery.requestreply.queue.JobQueue;
import io.dronedelivery.requestreply.queue.Reply;
import io.dronedelivery.requestreply.queue.ReplyChannel;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.opentest4j.TestAbortedException;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** Takes longest of all classes, so it begins first. */
@Order(1)
class KafkaJobQueueTest extends JobQueueContract {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final AtomicInteger TOPICS = new AtomicInteger();

    @RegisterExtension
    static final SharedKafka KAFKA = new SharedKafka();

    private KafkaJobSettings settings;

    @BeforeEach
    void nameTopics() {
        int number = TOPICS.incrementAndGet();
        settings = new KafkaJobSettings(
                Map.of("bootstrap.servers", KAFKA.bootstrapServers()),
                "requests-" + number,
                "replies-" + number,
                4,
                (short) 1);
    }

    @Override
    protected JobQueue queue() {
        return new KafkaJobQueue(settings);
    }

    @Override
    protected void takeOneJobAndDie() {
        Map<String, Object> client = new HashMap<>(new JobKafkaClients(settings).jobs());
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(client)) {
            consumer.subscribe(List.of(settings.requests()));
            await().atMost(TIMEOUT)
                    .until(() -> !consumer.poll(Duration.ofMillis(100)).isEmpty());
        }
    }

    @Override
    protected void cutConnections() {
        throw new TestAbortedException("The local Kafka is restarted in the tests of the broker's adapter");
    }

    @Test
    void records_that_are_no_jobs_are_passed_over() {
        KafkaJobQueue queue = new KafkaJobQueue(settings);
        queue.openChannel(reply -> {}).block(TIMEOUT);
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(new JobKafkaClients(settings).producer())) {
            producer.send(new ProducerRecord<>(settings.requests(), 0, null, new byte[] {1}));
            producer.send(new ProducerRecord<>(
                    settings.requests(), 0, new byte[0], new byte[] {1}, List.of(new RecordHeader("job-id", (byte[])
                            null))));
            producer.flush();
        }
        queue.submit(job("good", "0/nobody/1")).block(TIMEOUT);

        assertThat(Flux.from(queue.deliveries())
                        .map(JobDelivery::job)
                        .map(Job::id)
                        .blockFirst(TIMEOUT))
                .isEqualTo("good");
        assertThat(queue.depth().block(TIMEOUT)).isNotNegative();
        queue.close().block(TIMEOUT);
    }

    @Test
    void settlement_goes_on_when_its_worker_no_longer_waits_for_it() {
        KafkaJobQueue queue = new KafkaJobQueue(settings);
        queue.openChannel(reply -> {}).block(TIMEOUT);
        queue.submit(job("impatient", "0/nobody/1")).block(TIMEOUT);
        List<Integer> attempts = new CopyOnWriteArrayList<>();
        Disposable work = Flux.from(queue.deliveries()).subscribe(delivery -> {
            int attempt = delivery.job().attempt();
            attempts.add(attempt);
            Mono<Void> settlement =
                    attempt == 1 ? delivery.abandon() : delivery.reply(new Reply.Answer("impatient", new byte[0]));
            settlement.subscribe().dispose();
        });

        await().atMost(TIMEOUT).untilAsserted(() -> assertThat(attempts).containsExactly(1, 2));
        await().atMost(TIMEOUT)
                .untilAsserted(() -> assertThat(queue.depth().block(TIMEOUT)).isZero());
        work.dispose();
        queue.close().block(TIMEOUT);
    }

    @Test
    void reply_that_cannot_be_sent_is_sent_again_and_its_job_is_not_done_again() {
        KafkaJobQueue queue = new KafkaJobQueue(settings);
        Sinks.One<String> answered = Sinks.one();
        ReplyChannel channel =
                queue.openChannel(reply -> answered.tryEmitValue(reply.jobId())).block(TIMEOUT);
        limitReplies(1);
        await().atMost(TIMEOUT).until(() -> !takesReplies());
        AtomicInteger handled = new AtomicInteger();
        Disposable work = Flux.from(queue.deliveries())
                .doOnNext(delivery -> handled.incrementAndGet())
                .flatMap(delivery -> delivery.reply(
                                new Reply.Answer(delivery.job().id(), new byte[0]))
                        .onErrorComplete())
                .subscribe();
        queue.submit(job("price", channel.address())).block(TIMEOUT);

        await().atMost(TIMEOUT).until(() -> handled.get() > 0);
        await().during(Duration.ofSeconds(1)).atMost(TIMEOUT).until(() -> handled.get() == 1);
        limitReplies(1_000_000);

        assertThat(answered.asMono().block(TIMEOUT)).isEqualTo("price");
        assertThat(handled).hasValue(1);
        work.dispose();
        queue.close().block(TIMEOUT);
    }

    @Test
    void reply_to_an_address_that_cannot_be_used_is_dropped() {
        KafkaJobQueue queue = new KafkaJobQueue(settings);
        queue.openChannel(reply -> {}).block(TIMEOUT);
        List<String> addresses = List.of("nobody", "somebody/1", "-1/nobody/1", "4/nobody/1");
        addresses.forEach(address -> queue.submit(job(address, address)).block(TIMEOUT));

        Flux.from(queue.deliveries())
                .flatMap(delivery -> delivery.reply(
                                new Reply.Answer(delivery.job().id(), new byte[0]))
                        .thenReturn(delivery.job().id()))
                .take(addresses.size())
                .as(replied -> assertThat(replied.collectList().block(TIMEOUT)))
                .containsExactlyInAnyOrderElementsOf(addresses);
        queue.close().block(TIMEOUT);
    }

    @Test
    void queue_is_closed_when_its_consumer_of_jobs_has_committed_and_left() {
        KafkaJobQueue queue = new KafkaJobQueue(settings);
        Disposable work =
                Flux.from(queue.deliveries()).flatMap(JobDelivery::drop).subscribe();
        await().atMost(TIMEOUT).until(this::consumesJobs);

        work.dispose();
        queue.close().block(TIMEOUT);

        assertThat(consumesJobs()).isFalse();
    }

    /** Whether the thread that consumes jobs is in a call of its consumer. It has left it for good when it ends, a moment later. */
    private boolean consumesJobs() {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(thread -> thread.getKey().getName().equals("jobs-" + settings.requests()))
                .flatMap(thread -> Arrays.stream(thread.getValue()))
                .anyMatch(frame -> frame.getClassName().equals(KafkaConsumer.class.getName()));
    }

    /** The largest record that the topic of replies takes, in bytes. */
    private void limitReplies(int bytes) {
        AlterConfigOp limit = new AlterConfigOp(
                new ConfigEntry(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(bytes)),
                AlterConfigOp.OpType.SET);
        try (Admin admin = Admin.create(settings.clients())) {
            admin.incrementalAlterConfigs(
                            Map.of(new ConfigResource(ConfigResource.Type.TOPIC, settings.replies()), List.of(limit)))
                    .all()
                    .toCompletionStage()
                    .toCompletableFuture()
                    .join();
        }
    }

    private boolean takesReplies() {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(new JobKafkaClients(settings).producer())) {
            producer.send(new ProducerRecord<>(settings.replies(), 0, null, new byte[1]))
                    .get();
            return true;
        } catch (ExecutionException refused) {
            return false;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
