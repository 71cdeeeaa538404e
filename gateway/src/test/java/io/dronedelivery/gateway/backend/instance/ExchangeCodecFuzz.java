package io.dronedelivery.gateway.backend.instance;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Whatever a backend sends, its caller gets one answer at most, the first final one that Netty's decoder finds, however the bytes are cut
 * into reads; no buffer is left. The connection stays open only when the answer is all that has come: the same bytes are then the same
 * answer to the next request. The first byte of the input says how the others are cut.
 */
final class ExchangeCodecFuzz {

    private static final int SWITCHING_PROTOCOLS = 101;

    private ExchangeCodecFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        if (input.length == 0) {
            return;
        }
        byte[] bytes = Arrays.copyOfRange(input, 1, input.length);

        Exchange whole = exchange(bytes, bytes.length);

        assertThat(exchange(bytes, 1)).isEqualTo(whole);
        assertThat(exchange(bytes, 1 + (input[0] & 0x3f))).isEqualTo(whole);
        assertThat(whole.answer()).isEqualTo(firstFinalAnswer(bytes));
    }

    /**
     * What a request led to.
     *
     * @param answer its parts, in words that do not depend on how the content was cut
     * @param open whether the connection can be used again
     */
    private record Exchange(List<String> answer, boolean open) {}

    private static Exchange exchange(byte[] bytes, int step) {
        EmbeddedChannel channel = new EmbeddedChannel(new ExchangeCodec(8192, () -> {}));
        List<ByteBuf> sent = new ArrayList<>();
        Answer answer = new Answer();
        ask(channel);
        send(channel, bytes, step, sent, answer);
        boolean open = channel.isActive();
        if (open && answer.ended) {
            Answer next = new Answer();
            ask(channel);
            send(channel, bytes, step, sent, next);
            assertThat(next.parts()).isEqualTo(answer.parts());
            assertThat(channel.isActive()).isTrue();
        } else {
            // An answer without a length ends with its connection.
            channel.finish();
            answer.take(channel);
        }
        channel.finishAndReleaseAll();
        assertThat(sent).allMatch(buffer -> buffer.refCnt() == 0);
        return new Exchange(answer.parts(), open);
    }

    private static void ask(EmbeddedChannel channel) {
        channel.writeOutbound(new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, "/"));
        channel.releaseOutbound();
    }

    private static void send(EmbeddedChannel channel, byte[] bytes, int step, List<ByteBuf> sent, Answer answer) {
        for (int at = 0; at < bytes.length && channel.isActive(); at += step) {
            ByteBuf buffer = Unpooled.copiedBuffer(bytes, at, Math.min(step, bytes.length - at));
            sent.add(buffer);
            channel.writeInbound(buffer);
            answer.take(channel);
        }
    }

    private static List<String> firstFinalAnswer(byte[] bytes) {
        EmbeddedChannel channel = new EmbeddedChannel(new HttpResponseDecoder() {
            @Override
            protected boolean isContentAlwaysEmpty(HttpMessage head) {
                // Netty takes what follows a switch to a WebSocket without a key for the body of an old draft.
                return head instanceof HttpResponse response
                                && response.status().code() == SWITCHING_PROTOCOLS
                        || super.isContentAlwaysEmpty(head);
            }
        });
        channel.writeInbound(Unpooled.copiedBuffer(bytes));
        channel.finish();
        Answer answer = new Answer();
        boolean interim = false;
        for (Object read = channel.readInbound(); read != null; read = channel.readInbound()) {
            // Behind a 101 it hands on the bytes of another protocol.
            if (read instanceof HttpObject part && !answer.ended) {
                interim = part instanceof HttpResponse head ? isInterim(head) : interim;
                if (!interim || part.decoderResult().isFailure()) {
                    answer.take(part);
                }
            }
            ReferenceCountUtil.release(read);
        }
        channel.finishAndReleaseAll();
        return answer.parts();
    }

    private static boolean isInterim(HttpResponse head) {
        int status = head.status().code();
        return status >= 100 && status < 200 && status != SWITCHING_PROTOCOLS;
    }

    /** What came out for one request. */
    private static final class Answer {
        private final List<String> seen = new ArrayList<>();
        private final StringBuilder content = new StringBuilder();
        private boolean ended;

        private void take(EmbeddedChannel channel) {
            for (HttpObject part = channel.readInbound(); part != null; part = channel.readInbound()) {
                assertThat(ended)
                        .as("something behind the end of the answer: %s", part)
                        .isFalse();
                take(part);
                ReferenceCountUtil.release(part);
            }
        }

        private void take(HttpObject part) {
            if (part.decoderResult().isFailure()) {
                seen.add("no HTTP");
                ended = true;
                return;
            }
            if (part instanceof HttpResponse head) {
                assertThat(seen).as("a second answer").isEmpty();
                seen.add(head.protocolVersion() + " " + head.status() + " "
                        + head.headers().entries());
            }
            if (part instanceof HttpContent body) {
                content.append(body.content().toString(StandardCharsets.ISO_8859_1));
            }
            if (part instanceof LastHttpContent last) {
                seen.add("end " + last.trailingHeaders().entries());
                ended = true;
            }
        }

        private List<String> parts() {
            List<String> parts = new ArrayList<>(seen);
            parts.add("content " + content);
            return parts;
        }
    }
}
