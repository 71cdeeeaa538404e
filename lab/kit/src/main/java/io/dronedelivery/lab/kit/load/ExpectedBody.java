package io.dronedelivery.lab.kit.load;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;

/** The body that an answer is to have. Compares part by part and keeps none of them, however long the answer is. Belongs to the event loop. */
final class ExpectedBody {

    private final ByteBuf rest;
    private boolean same = true;

    ExpectedBody(String text) {
        this(text.getBytes(StandardCharsets.UTF_8));
    }

    ExpectedBody(byte[] body) {
        this.rest = Unpooled.wrappedBuffer(body);
    }

    void read(ByteBuf part) {
        int length = part.readableBytes();
        same = same
                && length <= rest.readableBytes()
                && ByteBufUtil.equals(part, part.readerIndex(), rest, rest.readerIndex(), length);
        if (same) {
            rest.skipBytes(length);
        }
    }

    /** Whether the parts were all of it, and nothing else. */
    boolean isComplete() {
        return same && !rest.isReadable();
    }
}
