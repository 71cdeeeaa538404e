package io.dronedelivery.requestreply.servicebus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.azure.core.amqp.models.AmqpMessageBody;
import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import com.azure.messaging.servicebus.models.SubQueue;
import io.dronedelivery.localservicebus.LocalServiceBusExtension;
import io.dronedelivery.messaging.servicebus.ServiceBusNamespace;
import io.dronedelivery.requestreply.JobQueueContract;
import io.dronedelivery.requestreply.queue.Job;
import io.dronedelivery.requestreply.queue.JobDelivery;
import io.dronedelivery.requestreply.queue.JobQueue;
import io.dronedelivery.requestreply.queue.JobQueueFullException;
import io.dronedelivery.requestreply.queue.Reply;
import io.dronedelivery.requestreply.queue.ReplyChannel;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;

class ServiceBusJobQueueTest extends JobQueueContract {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int TESTS = 30;
    private static final AtomicInteger QUEUES = new AtomicInteger();

    @RegisterExtension
    static final LocalServiceBusExtension BUS = LocalServiceBusExtension.with(o -> IntStream.rangeClosed(1, TESTS)
            .forEach(n -> o.queue("requests-" + n, q -> q.lockDuration(Duration.ofSeconds(5)))
                    .queue("replies-" + n, q -> q.requiresSession(true))));

    private int number;

    @BeforeEach
    void chooseQueues() {
        number = QUEUES.incrementAndGet();
    }

    @Override
    protected JobQueue queue() {
        return new ServiceBusJobQueue(
                () -> new ServiceBusNamespace(BUS.connectionString(), null).newConnection(Duration.ofSeconds(10)),
                new ServiceBusJobSettings("requests-" + number, "replies-" + number, Duration.ZERO));
    }

    /** The SDK settles what arrives at a receiver that is just being closed with the outcome modified, which Service Bus counts. */
    @Override
    public boolean countsOnlyWhatWasTried() {
        return false;
    }

    @Override
    protected void takeOneJobAndDie() {
        try (ServiceBusReceiverClient receiver = new ServiceBusClientBuilder()
                .connectionString(BUS.connectionString())
                .receiver()
                .queueName("requests-" + number)
                .maxAutoLockRenewDuration(Duration.ZERO)
                .buildClient()) {
            assertThat(receiver.receiveMessages(1, TIMEOUT)).hasSize(1);
        }
    }

    @Override
    protected void cutConnections() {
        BUS.bus().faults().dropConnections();
    }

    @Test
    void job_that_is_delivered_too_often_is_counted_as_given_up() {
        JobQueue queue = queue();
        assertThat(queue.deadLetters().block(TIMEOUT)).isZero();
        queue.submit(job("often", "nobody")).block(TIMEOUT);

        Flux.from(queue.deliveries())
                .concatMap(JobDelivery::abandon, 1)
                .takeUntilOther(Flux.interval(Duration.ofMillis(100))
                        .onBackpressureDrop()
                        .concatMap(tick -> queue.deadLetters(), 1)
                        .filter(given -> given == 1))
                .blockLast(TIMEOUT);

        assertThat(queue.deadLetters().block(TIMEOUT)).isEqualTo(1);
        queue.close().block(TIMEOUT);
    }

    @Test
    void full_queue_refuses() {
        JobQueue queue = queue();
        BUS.bus()
                .faults()
                .begin("refuse-sends,times=10,condition=amqp:resource-limit-exceeded,entity=requests-" + number);

        assertThatExceptionOfType(JobQueueFullException.class)
                .isThrownBy(() -> queue.submit(job("a", "nobody")).block(TIMEOUT))
                .withMessageContaining("requests-" + number + " is full");
        BUS.bus().faults().clear();
        queue.close().block(TIMEOUT);
    }

    @Test
    void message_whose_body_is_no_data_goes_to_the_dead_letters_and_ends_no_worker() {
        ServiceBusMessage text = new ServiceBusMessage(AmqpMessageBody.fromValue("hello"))
                .setMessageId("text")
                .setReplyToSessionId("nobody");
        text.getApplicationProperties().put("enqueued-at", 0L);
        text.getApplicationProperties().put("expires-at", Long.MAX_VALUE);

        assertMalformed(text, "AMQP value");
    }

    @Test
    void message_whose_body_is_no_data_keeps_no_reply_from_its_caller() {
        Sinks.One<String> answered = Sinks.one();
        JobQueue queue = queue();
        ReplyChannel channel =
                queue.openChannel(reply -> answered.tryEmitValue(reply.jobId())).block(TIMEOUT);
        try (ServiceBusSenderClient sender = new ServiceBusClientBuilder()
                .connectionString(BUS.connectionString())
                .sender()
                .queueName("replies-" + number)
                .buildClient()) {
            sender.sendMessage(
                    new ServiceBusMessage(AmqpMessageBody.fromValue("hello")).setSessionId(channel.address()));
        }
        queue.submit(job("good", channel.address())).block(TIMEOUT);

        Flux.from(queue.deliveries())
                .concatMap(delivery ->
                        delivery.reply(new Reply.Answer(delivery.job().id(), new byte[0])))
                .takeUntilOther(answered.asMono())
                .blockLast(TIMEOUT);

        assertThat(answered.asMono().block(TIMEOUT)).isEqualTo("good");
        queue.close().block(TIMEOUT);
    }

    @Test
    void message_that_is_no_job_goes_to_the_dead_letters_with_the_reason() {
        assertMalformed(new ServiceBusMessage("hello"), "reply-to session id");
    }

    private void assertMalformed(ServiceBusMessage malformed, String why) {
        ServiceBusClientBuilder builder = new ServiceBusClientBuilder().connectionString(BUS.connectionString());
        try (ServiceBusSenderClient sender =
                        builder.sender().queueName("requests-" + number).buildClient();
                ServiceBusReceiverClient deadLetters = builder.receiver()
                        .queueName("requests-" + number)
                        .subQueue(SubQueue.DEAD_LETTER_QUEUE)
                        .buildClient()) {
            sender.sendMessage(malformed);
            JobQueue queue = queue();
            queue.submit(job("good", "nobody")).block(TIMEOUT);

            assertThat(Flux.from(queue.deliveries())
                            .map(JobDelivery::job)
                            .map(Job::id)
                            .blockFirst(TIMEOUT))
                    .isEqualTo("good");
            assertThat(deadLetters.receiveMessages(1, TIMEOUT)).singleElement().satisfies(message -> {
                assertThat(message.getDeadLetterReason()).isEqualTo("malformed-job");
                assertThat(message.getDeadLetterErrorDescription()).contains(why);
            });
            queue.close().block(TIMEOUT);
        }
    }
}
