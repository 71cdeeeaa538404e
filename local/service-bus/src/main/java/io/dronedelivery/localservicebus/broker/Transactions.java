package io.dronedelivery.localservicebus.broker;

import io.dronedelivery.localservicebus.message.AmqpMessage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The open transactions of one connection (AMQP 1.0 part 4). Sends and settlements wait until the discharge and then happen together or
 * not at all. After a rollback the messages stay locked for their receiver.
 */
public final class Transactions {
    /** As in Service Bus: a transaction that is not discharged by then is rolled back. */
    private static final long TIMEOUT_MILLIS = 120_000;

    private record Send(Destination destination, List<AmqpMessage> messages) {}

    private record Settle(MessageQueue queue, UUID token, Settlement settlement) {
        /** Checks it and returns the step that cannot fail any more. */
        private Runnable prepare() {
            Lock lock = queue.deliveries().check(token, settlement);
            return () -> queue.deliveries().carryOut(lock, settlement);
        }
    }

    private static final class Transaction {
        private final List<Send> sends = new ArrayList<>();
        private final Map<UUID, Settle> settlements = new LinkedHashMap<>();

        /** What each destination would get in all, since what fits by itself may not fit together. */
        private Map<Destination, List<AmqpMessage>> sendsByDestination() {
            Map<Destination, List<AmqpMessage>> all = new LinkedHashMap<>();
            sends.forEach(send -> all.computeIfAbsent(send.destination, d -> new ArrayList<>())
                    .addAll(send.messages));
            return all;
        }
    }

    private final Broker broker;
    private final Map<UUID, Transaction> open = new HashMap<>();

    /** Transactions of one connection; they vanish with it. */
    public Transactions(Broker broker) {
        this.broker = broker;
    }

    /** Begins a transaction and returns its id. */
    public UUID declare() {
        UUID id = broker.newToken();
        open.put(id, new Transaction());
        broker.loop().schedule(TIMEOUT_MILLIS, () -> open.remove(id));
        return id;
    }

    /**
     * Adds a send.
     *
     * @throws Refusal when the transaction is unknown or the messages cannot be taken
     */
    public void send(UUID id, Destination destination, List<AmqpMessage> messages) {
        Transaction transaction = find(id);
        destination.check(messages);
        transaction.sends.add(new Send(destination, messages));
    }

    /**
     * Adds a settlement.
     *
     * @throws Refusal when the transaction is unknown or has settled this message, when the lock is lost, or the decision is not possible
     */
    public void settle(UUID id, MessageQueue queue, UUID token, Settlement settlement) {
        Transaction transaction = find(id);
        queue.deliveries().check(token, settlement);
        if (transaction.settlements.putIfAbsent(token, new Settle(queue, token, settlement)) != null) {
            throw new Refusal(
                    Conditions.NOT_ALLOWED,
                    "The message of '%s' was settled in this transaction already.".formatted(queue.path()));
        }
    }

    /** Ends a transaction without doing anything. */
    public void rollback(UUID id) {
        find(id);
        open.remove(id);
    }

    /**
     * Does everything the transaction holds.
     *
     * @throws Refusal when one part is not possible any more; then nothing is done
     */
    public void commit(UUID id) {
        Transaction transaction = find(id);
        open.remove(id);
        List<Runnable> settlements;
        try {
            settlements = transaction.settlements.values().stream()
                    .map(Settle::prepare)
                    .toList();
            transaction.sendsByDestination().forEach(Destination::check);
        } catch (Refusal refusal) {
            throw new Refusal(
                    Conditions.TRANSACTION_ROLLBACK,
                    "The transaction was rolled back: %s (%s)".formatted(refusal.getMessage(), refusal.condition()));
        }
        settlements.forEach(Runnable::run);
        transaction.sends.forEach(s -> s.messages.forEach(s.destination::accept));
    }

    private Transaction find(UUID id) {
        Transaction transaction = open.get(id);
        if (transaction == null) {
            throw new Refusal(
                    Conditions.UNKNOWN_TRANSACTION, "The transaction %s is unknown or has timed out.".formatted(id));
        }
        return transaction;
    }
}
