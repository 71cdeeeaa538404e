package io.dronedelivery.requestreply.queue;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import reactor.core.publisher.Mono;

/**
 * The reply channels of a process that receives all its replies in one place. Opening another one needs no call of the broker. Any thread
 * may call it.
 */
public final class ReplyChannels {

    private final String process;
    private final Map<String, Consumer<Reply>> receivers = new ConcurrentHashMap<>();
    private final AtomicLong last = new AtomicLong();

    /** @param process the address of this process; a channel's address is this, a slash and a number */
    public ReplyChannels(String process) {
        this.process = process;
    }

    /** @param receiver is called with each reply to the new channel */
    public ReplyChannel open(Consumer<Reply> receiver) {
        String address = process + "/" + last.incrementAndGet();
        receivers.put(address, receiver);
        return new ReplyChannel(address, Mono.fromRunnable(() -> receivers.remove(address)));
    }

    /**
     * Passes a reply to its channel; drops it when the channel is closed or belongs to another process.
     *
     * @param reply is read only for a channel of this process
     */
    public void receive(String address, Supplier<Reply> reply) {
        Consumer<Reply> receiver = receivers.get(address);
        if (receiver != null) {
            receiver.accept(reply.get());
        }
    }

    public boolean isEmpty() {
        return receivers.isEmpty();
    }
}
