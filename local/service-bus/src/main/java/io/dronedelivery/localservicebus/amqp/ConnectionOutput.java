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
 * The output of a connection, from the engine to the client. Two kinds of bytes wait in it. The engine has not written some, because the
 * round is not over or the client's window is closed. The channel has not written others, because the client does not read. Messages and
 * replies wait elsewhere until there is room. All other answers are short, but a client may request any number of them. So when too many
 * bytes wait, nothing more is read. Used by the event loop alone.
 */
final class ConnectionOutput {
    /** From this number of bytes on, in the engine or in the channel, there is no room for messages and replies. */
    static final int FULL = 1024 * 1024;
    /** When the channel holds this many bytes above the limit for room, nothing is read. */
    static final int TOO_MUCH = 8 * 1024 * 1024;

    private final Runnable roomAgain;
    private @Nullable Channel channel;
    private long inEngine;
    private boolean awaited;

    /**
     * @param roomAgain called once when there is room after {@link #hasRoom} has returned false, or when a link can report the end of a
     *     drain
     */
    ConnectionOutput(Runnable roomAgain) {
        this.roomAgain = roomAgain;
    }

    void opened(Channel to) {
        channel = to;
        to.config().setWriteBufferWaterMark(new WriteBufferWaterMark(FULL / 2, FULL));
    }

    /** Whether the engine may get a message or a reply. */
    boolean hasRoom() {
        boolean room = isOpen();
        awaited |= !room;
        return room;
    }

    /** The engine got a message or a reply of this many bytes. */
    void add(int bytes) {
        inEngine += bytes;
    }

    /** Writes the engine's output, and closes the channel after the last of it. */
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

    /** Returns false when the engine has closed. */
    private static boolean drain(Transport engine, Channel to) {
        int pending = engine.pending();
        ByteBuf out = pending > 0 ? to.alloc().buffer(pending) : null;
        while (pending > 0) {
            // The engine may have added frames since the call of pending(): only this buffer knows its number of bytes.
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

    /** The number of bytes in the channel has changed. */
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
