package io.dronedelivery.gateway.endpoint;

import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.http.server.reactive.ServerHttpResponse;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Writes bodies that are in memory as arrays. A small one is one buffer, because each buffer costs time. A large one is many small buffers,
 * because Netty copies what it sends to memory outside the heap, up to {@link #BUFFERS_AHEAD} buffers of a caller that reads slowly.
 */
public final class BodyWriter {

    private static final int SMALL_BYTES = 64 * 1024;
    private static final int BUFFER_BYTES = 4 * 1024;
    /** Of reactor-netty, which has no setting for it. */
    static final int BUFFERS_AHEAD = 128;

    private BodyWriter() {}

    /** Whether a body of that length is written in many buffers. */
    public static boolean isLarge(long length) {
        return length > SMALL_BYTES;
    }

    /** Writes this body, and its length in the head. */
    public static Mono<Void> write(ServerHttpResponse response, byte[] body) {
        response.getHeaders().setContentLength(body.length);
        return isLarge(body.length)
                ? writeLarge(response, List.of(body))
                : response.writeWith(
                        Mono.fromSupplier(() -> response.bufferFactory().wrap(body)));
    }

    /** Writes the pieces one after another. Their bytes are not copied before they are sent. */
    public static Mono<Void> writeLarge(ServerHttpResponse response, List<byte[]> pieces) {
        DataBufferFactory factory = response.bufferFactory();
        return response.writeWith(Flux.fromIterable(() -> new Buffers(pieces.iterator(), factory)));
    }

    /** The buffers of some pieces, each made when it is taken. */
    private static final class Buffers implements Iterator<DataBuffer> {

        private final Iterator<byte[]> pieces;
        private final DataBufferFactory factory;
        private byte[] piece = new byte[0];
        private int at;

        Buffers(Iterator<byte[]> pieces, DataBufferFactory factory) {
            this.pieces = pieces;
            this.factory = factory;
        }

        @Override
        public boolean hasNext() {
            while (at == piece.length && pieces.hasNext()) {
                piece = pieces.next();
                at = 0;
            }
            return at < piece.length;
        }

        @Override
        public DataBuffer next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            int length = Math.min(BUFFER_BYTES, piece.length - at);
            DataBuffer next = factory.wrap(ByteBuffer.wrap(piece, at, length));
            at += length;
            return next;
        }
    }
}
