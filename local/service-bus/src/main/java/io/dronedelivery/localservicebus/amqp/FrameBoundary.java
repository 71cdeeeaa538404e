package io.dronedelivery.localservicebus.amqp;

import io.netty.buffer.ByteBuf;

/**
 * Finds the ends of frames in a stream of bytes (AMQP 1.0 part 2.3.1: the first four bytes are the size, including themselves). Belongs to
 * one connection and its event loop.
 */
final class FrameBoundary {
    private static final int SIZE_LENGTH = 4;
    private static final int SMALLEST_FRAME = 8;
    /** The characters "AMQP": a protocol header of eight bytes instead of a frame. */
    private static final int PROTOCOL_HEADER = 0x414d5150;

    private int size;
    private int sizeBytes;
    private int left;

    /** Number of readable bytes, at least one, that belong to the present frame. They count as read. */
    int next(ByteBuf bytes) {
        int at = bytes.readerIndex();
        int end = bytes.writerIndex();
        if (left == 0) {
            while (sizeBytes < SIZE_LENGTH && at < end) {
                size = size << 8 | bytes.getUnsignedByte(at++);
                sizeBytes++;
            }
            if (sizeBytes == SIZE_LENGTH) {
                left = afterSize(size);
                sizeBytes = 0;
            }
        }
        int length = at - bytes.readerIndex();
        int more = Math.min(left, end - at);
        left -= more;
        return length + more;
    }

    /** An impossible size is passed to the engine, which ends the connection for it. */
    private static int afterSize(int size) {
        return size == PROTOCOL_HEADER || size < SMALLEST_FRAME ? SMALLEST_FRAME - SIZE_LENGTH : size - SIZE_LENGTH;
    }
}
