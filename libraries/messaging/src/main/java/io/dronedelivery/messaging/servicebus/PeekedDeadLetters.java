package io.dronedelivery.messaging.servicebus;

import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import java.util.Collections;
import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * The dead letters from a number on, in their order, looked at as they are asked for. That locks nothing, and letters that somebody holds
 * are seen, too. It ends where the broker has no more.
 */
final class PeekedDeadLetters implements Iterator<ServiceBusReceivedMessage> {

    /** The broker gives fewer in one answer when they are large. */
    private static final int AT_A_TIME = 100;

    private final ServiceBusReceiverClient peeker;
    private Iterator<ServiceBusReceivedMessage> page = Collections.emptyIterator();
    private long next;
    private boolean ended;

    /** @param begin the number that the first one has at least */
    PeekedDeadLetters(ServiceBusReceiverClient peeker, long begin) {
        this.peeker = peeker;
        this.next = begin;
    }

    /** The number that the next one has at least. */
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
