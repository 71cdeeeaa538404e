package io.dronedelivery.localservicebus.amqp;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.WriteBufferWaterMark;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.Objects;
import org.apache.qpid.proton.engine.Transport;
import org.jspecify.annotations.Nullable;

/**
 * The way from a connection's engine to its client, and what waits on it: bytes that the engine has not written, because the round is not
 * over or the client's window is closed, and bytes that the channel has not written, because the client does not read. Messages and replies
 * wait elsewhere as long as there is no room. All other answers are short, but a client may ask for any number of them: when too much waits,
 * nothing more is read. Of the event loop alone.
 */
final class Outbox {
    /** From so many bytes on, in the engine or in the channel, there is no room for messages and replies. */
    static final int FULL = 1024 * 1024;
    /** When the channel holds so many bytes more than what is written before there is room, nothing is read. */
    static final int TOO_MUCH = 8 * 1024 * 1024;

    private final Runnable roomAgain;
    private @Nullable Channel channel;
    private long inEngine;
    private boolean awaited;

    /**
     * @param roomAgain is called once when there is room after {@link #hasRoom} has said that there is none, or a link can say that it is
     *     drained
     */
    Outbox(Runnable roomAgain) {
        this.roomAgain = roomAgain;
    }

    /** The channel that everything goes to. */
    void opened(Channel to) {
        channel = to;
        to.config().setWriteBufferWaterMark(new WriteBufferWaterMark(FULL / 2, FULL));
    }

    /** Whether a message or a reply may be given to the engine. */
    boolean hasRoom() {
        boolean room = isOpen();
        awaited |= !room;
        return room;
    }

    /** The engine was given a message or a reply of so many bytes. */
    void add(int bytes) {
        inEngine += bytes;
    }

    /** Writes what the engine has to say, and closes the channel when that was the last. */
    void write(Transport engine, Collection<LinkEndpoint> links) {
        Channel to = channel;
        if (to == null) {
            return;
        }
        boolean goesOn = drain(engine, to);
        if (inEngine > 0) {
            inEngine = links.stream().mapToLong(LinkEndpoint::unsentBytes).sum();
            awaited |= links.stream().anyMatch(LinkEndpoint::isDrained);
        }
        changed();
        if (!goesOn) {
            to.close();
        }
    }

    /** False when the engine has closed. */
    private static boolean drain(Transport engine, Channel to) {
        int pending = engine.pending();
        ByteBuf out = pending > 0 ? to.alloc().buffer(pending) : null;
        while (pending > 0) {
            // The engine may have added frames since it was asked for their number: only this buffer knows how many
            // bytes it holds.
            ByteBuffer head = engine.head();
            int length = head.remaining();
            Objects.requireNonNull(out).writeBytes(head);
            engine.pop(length);
            pending = engine.pending();
        }
        if (out != null) {
            to.writeAndFlush(out, to.voidPromise());
        }
        return pending >= 0;
    }

    /** The channel holds more or less than before. */
    void changed() {
        Channel to = channel;
        if (to == null) {
            return;
        }
        if (to.isWritable()) {
            to.config().setAutoRead(true);
        } else if (to.bytesBeforeWritable() > TOO_MUCH) {
            to.config().setAutoRead(false);
        }
        if (awaited && isOpen()) {
            awaited = false;
            roomAgain.run();
        }
    }

    private boolean isOpen() {
        return inEngine < FULL && (channel == null || channel.isWritable());
    }
}
