package io.dronedelivery.lab.comparisons.requestreply;

import com.azure.core.util.BinaryData;
import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverAsyncClient;
import com.azure.messaging.servicebus.ServiceBusSenderAsyncClient;
import com.azure.messaging.servicebus.ServiceBusSessionReceiverAsyncClient;
import io.dronedelivery.lab.comparisons.peers.BrokerProcess;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * The same way with the SDK's clients alone: a queue, receivers that send back, a session for each request in flight. No deadline, no
 * attempts, no meters, nothing that would notice a lost message.
 */
final class BareServiceBus implements RoundTrip {

    private final ServiceBusClientBuilder workers;
    private final ServiceBusSenderAsyncClient requests;
    private final ServiceBusSessionReceiverAsyncClient sessions;
    private final int concurrency;
    private final int workerCount;
    private final BlockingQueue<Lane> idle = new LinkedBlockingQueue<>();
    private final Disposable.Composite receiving = Disposables.composite();
    private final String process = UUID.randomUUID().toString();

    BareServiceBus(String connectionString, int concurrency, int workerCount) {
        this.concurrency = concurrency;
        this.workerCount = workerCount;
        workers = new ServiceBusClientBuilder().connectionString(connectionString);
        requests = new ServiceBusClientBuilder()
                .connectionString(connectionString)
                .sender()
                .queueName(BrokerProcess.REQUESTS)
                .buildAsyncClient();
        sessions = new ServiceBusClientBuilder()
                .connectionString(connectionString)
                .sessionReceiver()
                .queueName(BrokerProcess.REPLIES)
                .disableAutoComplete()
                .buildAsyncClient();
    }

    @Override
    public String title() {
        return "servicebus, the SDK alone";
    }

    @Override
    public Mono<Void> open() {
        ServiceBusSenderAsyncClient answers =
                workers.sender().queueName(BrokerProcess.REPLIES).buildAsyncClient();
        for (int worker = 0; worker < workerCount; worker++) {
            ServiceBusReceiverAsyncClient receiver = workers.receiver()
                    .queueName(BrokerProcess.REQUESTS)
                    .disableAutoComplete()
                    .maxAutoLockRenewDuration(Duration.ZERO)
                    .buildAsyncClient();
            receiving.add(receiver.receiveMessages()
                    .flatMap(message -> answers.sendMessage(answer(message)).then(receiver.complete(message)), 16)
                    .subscribe());
        }
        return Flux.range(0, concurrency)
                .flatMap(lane -> sessions.acceptSession(process + lane)
                        .doOnNext(receiver -> idle.add(new Lane(process + lane, receiver))))
                .then();
    }

    private static ServiceBusMessage answer(ServiceBusReceivedMessage message) {
        return new ServiceBusMessage(BinaryData.fromBytes(message.getBody().toBytes()))
                .setSessionId(message.getReplyToSessionId());
    }

    @Override
    public Mono<byte[]> request(byte[] body) {
        return Mono.defer(() -> {
            Lane lane = idle.remove();
            // Before the end is passed on, since the next request begins with it.
            return lane.exchange(body).doOnTerminate(() -> idle.add(lane));
        });
    }

    @Override
    public long channels() {
        return concurrency;
    }

    @Override
    public void close() {
        receiving.dispose();
        requests.close();
        sessions.close();
    }

    private final class Lane {

        private final String session;
        private volatile Sinks.One<byte[]> next = Sinks.one();

        Lane(String session, ServiceBusReceiverAsyncClient receiver) {
            this.session = session;
            receiving.add(receiver.receiveMessages()
                    .flatMap(message -> {
                        next.tryEmitValue(message.getBody().toBytes());
                        return receiver.complete(message);
                    })
                    .subscribe());
        }

        Mono<byte[]> exchange(byte[] body) {
            Sinks.One<byte[]> reply = Sinks.one();
            next = reply;
            ServiceBusMessage message = new ServiceBusMessage(BinaryData.fromBytes(body)).setReplyToSessionId(session);
            return Mono.firstWithSignal(
                    reply.asMono(), requests.sendMessage(message).then(Mono.never()));
        }
    }
}
