package io.dronedelivery.servicekit.edge;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.servicekit.problem.ProblemException;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Bytes of a connection are the same requests however they are cut into reads, the first byte of the input telling how; a request that
 * is accepted can be read in one way only; one that is refused is refused with a problem that says why.
 */
final class RequestDecoderFuzz {

    private RequestDecoderFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        if (input.length == 0) {
            return;
        }
        byte[] bytes = Arrays.copyOfRange(input, 1, input.length);

        Reading whole = decoded(bytes, bytes.length);

        assertSame(decoded(bytes, 1), whole);
        assertSame(decoded(bytes, 1 + (input[0] & 0x3f)), whole);
    }

    /**
     * What came out.
     *
     * @param tooLong whether it ended with something that is longer than it may be
     */
    private record Reading(List<String> seen, boolean tooLong) {

        private List<String> before(int count) {
            return seen.subList(0, Math.min(count, seen.size()));
        }
    }

    /** Netty measures a line without its end when all of it is there, and with what is there of its end when it is not. */
    private static void assertSame(Reading one, Reading other) {
        if (one.tooLong() == other.tooLong()) {
            assertThat(one.seen()).isEqualTo(other.seen());
        } else {
            int before = (one.tooLong() ? one : other).seen().size() - 1;
            assertThat(one.before(before)).isEqualTo(other.before(before));
        }
    }

    private static Reading decoded(byte[] bytes, int step) {
        RequestDecoder decoder = new RequestDecoder(
                new HttpDecoderConfig().setMaxInitialLineLength(512).setMaxHeaderSize(1024));
        EmbeddedChannel channel = new EmbeddedChannel(decoder);
        Requests requests = new Requests();
        for (int at = 0; at < bytes.length && !requests.failed; at += step) {
            channel.writeInbound(Unpooled.copiedBuffer(bytes, at, Math.min(step, bytes.length - at)));
            requests.take(channel);
            // The decoder gives out one message a call.
            for (boolean more = true; more && !requests.failed && decoder.holdsBytes(); ) {
                channel.writeInbound(Unpooled.EMPTY_BUFFER);
                more = requests.take(channel);
            }
        }
        channel.finishAndReleaseAll();
        return new Reading(requests.seen(), requests.tooLong);
    }

    /** What came out, in words that do not depend on how the content was cut. */
    private static final class Requests {
        private final List<String> seen = new ArrayList<>();
        private final StringBuilder content = new StringBuilder();
        private boolean failed;
        private boolean tooLong;

        private boolean take(EmbeddedChannel channel) {
            boolean any = false;
            for (Object message = channel.readInbound(); message != null; message = channel.readInbound()) {
                any = true;
                if (!failed) {
                    take((HttpObject) message);
                }
                ReferenceCountUtil.release(message);
            }
            return any;
        }

        private void take(HttpObject message) {
            if (message.decoderResult().isFailure()) {
                failed = true;
                tooLong = message.decoderResult().cause() instanceof TooLongFrameException;
                seen.add("refused");
                assertIsAReason(message.decoderResult().cause());
                return;
            }
            if (message instanceof HttpRequest request) {
                assertCanBeReadInOneWay(request);
                seen.add(request.method() + " " + request.uri() + " " + request.protocolVersion() + " "
                        + request.headers().entries());
            }
            if (message instanceof HttpContent part) {
                content.append(part.content().toString(StandardCharsets.ISO_8859_1));
            }
            if (message instanceof LastHttpContent last) {
                seen.add("content " + content + " " + last.trailingHeaders().entries());
                content.setLength(0);
            }
        }

        /** Which of several faults is named may depend on how many of the bytes were there. */
        private static void assertIsAReason(Throwable cause) {
            ProblemException problem = Refusals.problem(cause);
            assertThat(problem.getBody().getDetail()).isNotBlank();
            assertThat(problem.getStatusCode().is4xxClientError()).isTrue();
        }

        private List<String> seen() {
            return failed ? seen : plusUnfinished();
        }

        private List<String> plusUnfinished() {
            List<String> all = new ArrayList<>(seen);
            all.add("unfinished " + content);
            return all;
        }

        private static void assertCanBeReadInOneWay(HttpMessage request) {
            HttpHeaders headers = request.headers();
            assertThat(request.protocolVersion()).isIn(HttpVersion.HTTP_1_0, HttpVersion.HTTP_1_1);
            List<String> hosts = headers.getAll(HttpHeaderNames.HOST);
            assertThat(hosts).hasSizeLessThan(2).allMatch(host -> host.matches("[\\[\\]A-Za-z0-9._:-]+"));
            if (request.protocolVersion() == HttpVersion.HTTP_1_1) {
                assertThat(hosts).hasSize(1);
            }
            List<String> lengths = headers.getAll(HttpHeaderNames.CONTENT_LENGTH);
            List<String> encodings = headers.getAll(HttpHeaderNames.TRANSFER_ENCODING);
            assertThat(lengths.size() + encodings.size()).isLessThan(2);
            assertThat(lengths).allMatch(length -> length.matches("[0-9]+"));
            assertThat(encodings).allMatch("chunked"::equalsIgnoreCase);
        }
    }
}
