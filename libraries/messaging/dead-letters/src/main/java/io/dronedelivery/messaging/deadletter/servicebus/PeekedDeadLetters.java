package io.dronedelivery.messaging.deadletter.servicebus;

import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import java.util.Collections;
import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * The dead letters from a sequence number on, in their order, peeked while the caller iterates. Peeking locks nothing, and returns locked
 * dead letters too. The iteration ends where the broker has no more.
 */
final class PeekedDeadLetters implements Iterator<ServiceBusReceivedMessage> {

    /** The broker returns fewer in one answer when they are large. */
    private static final int AT_A_TIME = 100;

    private final ServiceBusReceiverClient peeker;
    private Iterator<ServiceBusReceivedMessage> page = Collections.emptyIterator();
    private long next;
    private boolean ended;

    /** @param begin the lowest sequence number to return */
    PeekedDeadLetters(ServiceBusReceiverClient peeker, long begin) {
        this.peeker = peeker;
        this.next = begin;
    }

    /** The lowest sequence number that the next one can have. */
    long position() {
        return next;
    }

    @Override
    public boolean hasNext() {
        if (!page.hasNext() && !ended) {
            page = peeker.peekMessages(AT_A_TIME, next).iterator();
            ended = !page.hasNext();
        }
        return page.hasNext();
    }

    @Override
    public ServiceBusReceivedMessage next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        ServiceBusReceivedMessage message = page.next();
        next = message.getSequenceNumber() + 1;
        return message;
    }
}
