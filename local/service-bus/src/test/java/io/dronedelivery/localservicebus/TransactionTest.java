package io.dronedelivery.localservicebus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import com.azure.messaging.servicebus.ServiceBusTransactionContext;
import com.azure.messaging.servicebus.models.CompleteOptions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class TransactionTest {
    @RegisterExtension
    final LocalServiceBusExtension bus =
            LocalServiceBusExtension.with(o -> o.queue("in").queue("out", q -> q.maxSizeBytes(5000)));

    @RegisterExtension
    final Clients clients = new Clients(bus);

    private ServiceBusSenderClient sender;
    private ServiceBusReceiverClient receiver;

    /** A transaction spans the clients of one connection, so they come from one builder. */
    @BeforeEach
    void connect() {
        ServiceBusClientBuilder shared = clients.builder().enableCrossEntityTransactions();
        receiver = clients.keep(shared.receiver()
                .queueName("in")
                .disableAutoComplete()
                .maxAutoLockRenewDuration(Duration.ZERO)
                .buildClient());
        sender = clients.keep(shared.sender().queueName("out").buildClient());
        clients.sender("in").sendMessage(Clients.message("work"));
    }

    @Test
    void a_committed_transaction_completes_and_sends_together() {
        ServiceBusReceivedMessage message = Clients.one(receiver);
        ServiceBusTransactionContext transaction = receiver.createTransaction();
        sender.sendMessages(List.of(Clients.message("a"), Clients.message("b")), transaction);
        receiver.complete(message, new CompleteOptions().setTransactionContext(transaction));
        assertThat(bus.stats().entity("out").in()).isZero();
        assertThat(bus.stats().entity("in").locked()).isEqualTo(1);
        receiver.commitTransaction(transaction);
        assertThat(bus.stats().entity("out").active()).isEqualTo(2);
        assertThat(bus.stats().entity("in").bytes()).isZero();
    }

    @Test
    void a_rolled_back_transaction_did_nothing() {
        ServiceBusReceivedMessage message = Clients.one(receiver);
        ServiceBusTransactionContext transaction = receiver.createTransaction();
        sender.sendMessage(Clients.message("a"), transaction);
        receiver.complete(message, new CompleteOptions().setTransactionContext(transaction));
        receiver.rollbackTransaction(transaction);
        assertThat(bus.stats().entity("out").in()).isZero();
        assertThat(bus.stats().entity("in").locked()).isEqualTo(1);
    }

    @Test
    void a_transaction_that_cannot_be_committed_is_rolled_back_as_a_whole() {
        ServiceBusReceivedMessage message = Clients.one(receiver);
        ServiceBusTransactionContext transaction = receiver.createTransaction();
        receiver.complete(message, new CompleteOptions().setTransactionContext(transaction));
        sender.sendMessage(Clients.message("fits alone".repeat(300)), transaction);
        sender.sendMessage(Clients.message("fits alone".repeat(300)), transaction);
        assertThatThrownBy(() -> receiver.commitTransaction(transaction)).hasMessageContaining("rolled back");
        assertThat(bus.stats().entity("out").in()).isZero();
        assertThat(bus.stats().entity("in").locked()).isEqualTo(1);
    }
}
