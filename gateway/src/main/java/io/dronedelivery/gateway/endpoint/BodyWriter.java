package io.dronedelivery.gateway.endpoint;

import io.dronedelivery.gateway.endpoint.AnswerMemory.AnswerReading;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Function;
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

    /** Writes this body, and its length in the head. {@link RoutedRequest#hasRoom} comes before. */
    public static Mono<Void> write(RoutedRequest routed, byte[] body) {
        routed.exchange().getResponse().getHeaders().setContentLength(body.length);
        return isLarge(body.length)
                ? writeLarge(routed, List.of(body))
                : writeSmall(routed, buffers -> buffers.wrap(body));
    }

    /** Writes a body that is one buffer. */
    public static Mono<Void> writeSmall(RoutedRequest routed, Function<DataBufferFactory, DataBuffer> body) {
        routed.release();
        ServerHttpResponse response = routed.exchange().getResponse();
        return response.writeWith(Mono.fromSupplier(() -> body.apply(response.bufferFactory())));
    }

    /** Writes an answer without a body. */
    public static Mono<Void> writeNone(RoutedRequest routed) {
        routed.release();
        return routed.exchange().getResponse().setComplete();
    }

    /** Writes the pieces one after another. Their bytes are not copied before they are sent. {@link RoutedRequest#hasRoom} comes before. */
    public static Mono<Void> writeLarge(RoutedRequest routed, List<byte[]> pieces) {
        ServerHttpResponse response = routed.exchange().getResponse();
        AnswerMemory memory = routed.memory();
        return response.writeWith(Flux.using(
                () -> memory.begin(routed),
                reading -> Flux.fromIterable(() -> new Buffers(pieces.iterator(), response.bufferFactory(), reading)),
                memory::end));
    }

    /** The buffers of some pieces, each made when it is taken. */
    private static final class Buffers implements Iterator<DataBuffer> {

        private final Iterator<byte[]> pieces;
        private final DataBufferFactory factory;
        private final AnswerReading reading;
        private byte[] piece = new byte[0];
        private int at;

        Buffers(Iterator<byte[]> pieces, DataBufferFactory factory, AnswerReading reading) {
            this.pieces = pieces;
            this.factory = factory;
            this.reading = reading;
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
            reading.took(length);
            return next;
        }
    }
}
