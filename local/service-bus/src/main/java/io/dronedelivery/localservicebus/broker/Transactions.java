package io.dronedelivery.localservicebus.broker;

import io.dronedelivery.localservicebus.message.AmqpMessage;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The open transactions of one connection (AMQP 1.0 part 4). Sends and settlements wait until the discharge, and then happen together or
 * not at all. After a rollback the messages stay locked for their receiver. Used by the event loop alone.
 */
public final class Transactions {
    /** As in Service Bus: after this time an open transaction is rolled back. */
    private static final long TIMEOUT_MILLIS = 120_000;

    /** Service Bus's limit. */
    private static final int MOST_SENDS = 100;

    private static final int MOST_OPEN = 1000;
    private static final long MOST_BYTES = 64 * 1024 * 1024;
    /** The memory of a message or a settlement beside its own bytes. */
    private static final int OVERHEAD = 512;
    /** A settlement with a reason or properties counts as its largest possible frame. */
    private static final int LARGEST_SETTLEMENT = 64 * 1024;

    private record Send(Destination destination, List<AmqpMessage> messages) {}

    private record Settle(MessageQueue queue, UUID token, Settlement settlement) {
        /** Checks the transaction. Returns the step that can no longer fail. */
        private Runnable prepare() {
            Lock lock = queue.deliveries().check(token, settlement);
            return () -> queue.deliveries().carryOut(lock, settlement);
        }
    }

    private static final class Transaction {
        private final long until;
        private final List<Send> sends = new ArrayList<>();
        private final Map<UUID, Settle> settlements = new LinkedHashMap<>();
        private int messages;
        private long bytes;

        private Transaction(long until) {
            this.until = until;
        }

        private void add(Send send) {
            sends.add(send);
            messages += send.messages.size();
        }

        /** All messages for each destination. Messages that fit one by one may not fit together. */
        private Map<Destination, List<AmqpMessage>> sendsByDestination() {
            Map<Destination, List<AmqpMessage>> all = new LinkedHashMap<>();
            sends.forEach(send -> all.computeIfAbsent(send.destination, d -> new ArrayList<>())
                    .addAll(send.messages));
            return all;
        }
    }

    private final Broker broker;
    /** Oldest first. */
    private final Map<UUID, Transaction> open = new LinkedHashMap<>();

    private final Alarm alarm;
    private long bytes;

    /** Transactions of one connection. It closes them when it ends. */
    public Transactions(Broker broker) {
        this.broker = broker;
        this.alarm = new Alarm(broker, this::nextDeadline, this::rollBackExpired);
    }

    /**
     * Begins a transaction. Returns its id.
     *
     * @throws BrokerRefusal when too many are open
     */
    public UUID declare() {
        if (open.size() >= MOST_OPEN) {
            throw new BrokerRefusal(
                    Conditions.RESOURCE_LIMIT_EXCEEDED,
                    "The connection has %d open transactions; end one of them first.".formatted(MOST_OPEN));
        }
        UUID id = broker.newToken();
        open.put(id, new Transaction(broker.now() + TIMEOUT_MILLIS));
        alarm.arm();
        return id;
    }

    private long nextDeadline() {
        return open.isEmpty() ? Long.MAX_VALUE : open.values().iterator().next().until;
    }

    private void rollBackExpired() {
        Iterator<Transaction> oldest = open.values().iterator();
        while (oldest.hasNext()) {
            Transaction transaction = oldest.next();
            if (transaction.until > broker.now()) {
                break;
            }
            oldest.remove();
            bytes -= transaction.bytes;
        }
        alarm.arm();
    }

    /**
     * Adds a send.
     *
     * @throws BrokerRefusal when the transaction is unknown, when the messages cannot be accepted, or when the transaction or the connection
     *     would hold too much
     */
    public void send(UUID id, Destination destination, List<AmqpMessage> messages) {
        Transaction transaction = find(id);
        destination.check(messages);
        if (transaction.messages + messages.size() > MOST_SENDS) {
            throw new BrokerRefusal(
                    Conditions.RESOURCE_LIMIT_EXCEEDED,
                    "Cannot send more than %d messages in a single transaction.".formatted(MOST_SENDS));
        }
        hold(transaction, QueueAdmission.sizeOf(messages) + (long) OVERHEAD * messages.size());
        transaction.add(new Send(destination, messages));
    }

    /**
     * Adds a settlement.
     *
     * @throws BrokerRefusal when the transaction is unknown or has settled this message, when the lock is lost, when the settlement is not
     *     possible, or when the connection would hold too much
     */
    public void settle(UUID id, MessageQueue queue, UUID token, Settlement settlement) {
        Transaction transaction = find(id);
        queue.deliveries().check(token, settlement);
        if (transaction.settlements.containsKey(token)) {
            throw new BrokerRefusal(
                    Conditions.NOT_ALLOWED,
                    "The message of '%s' was settled in this transaction already.".formatted(queue.path()));
        }
        boolean hasText = settlement instanceof Settlement.DeadLetter
                || !settlement.properties().isEmpty();
        hold(transaction, hasText ? LARGEST_SETTLEMENT : OVERHEAD);
        transaction.settlements.put(token, new Settle(queue, token, settlement));
    }

    private void hold(Transaction transaction, long more) {
        if (bytes + more > MOST_BYTES) {
            throw new BrokerRefusal(
                    Conditions.RESOURCE_LIMIT_EXCEEDED,
                    "The connection has %d bytes of uncommitted sends and settlements, %d more do not fit into %d."
                            .formatted(bytes, more, MOST_BYTES));
        }
        transaction.bytes += more;
        bytes += more;
    }

    /** Ends a transaction without an effect. */
    public void rollback(UUID id) {
        end(id);
    }

    /** Ends all transactions without an effect. */
    public void close() {
        open.clear();
        bytes = 0;
    }

    /**
     * Applies everything in the transaction.
     *
     * @throws BrokerRefusal when a part is no longer possible; then nothing is applied
     */
    public void commit(UUID id) {
        Transaction transaction = end(id);
        List<Runnable> settlements;
        try {
            settlements = transaction.settlements.values().stream()
                    .map(Settle::prepare)
                    .toList();
            transaction.sendsByDestination().forEach(Destination::check);
        } catch (BrokerRefusal refusal) {
            throw new BrokerRefusal(
                    Conditions.TRANSACTION_ROLLBACK,
                    "The transaction was rolled back: %s (%s)".formatted(refusal.getMessage(), refusal.condition()));
        }
        settlements.forEach(Runnable::run);
        transaction.sends.forEach(s -> s.messages.forEach(s.destination::accept));
    }

    private Transaction end(UUID id) {
        Transaction transaction = find(id);
        open.remove(id);
        bytes -= transaction.bytes;
        return transaction;
    }

    private Transaction find(UUID id) {
        Transaction transaction = open.get(id);
        if (transaction == null) {
            throw new BrokerRefusal(
                    Conditions.UNKNOWN_TRANSACTION, "The transaction %s is unknown or has timed out.".formatted(id));
        }
        return transaction;
    }
}
