package io.dronedelivery.servicekit.edge;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the decoder takes and refuses, without a connection; each input once as a whole and once byte by byte. */
class RequestDecoderTest {

    private static final String CHUNKED = "POST /a HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "h",
                "h:1",
                "example.org:65535",
                "H-1_x.y:00080",
                "127.0.0.1",
                "[::1]",
                "[::ffff:1.2.3.4]:80",
                "[AbCd:EF09::]",
                "z9Z"
            })
    void the_name_or_address_of_a_host_is_taken(String host) {
        assertThat(decoded("GET / HTTP/1.1\r\nHost: " + host + "\r\n\r\n")).containsExactly("GET /", "");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ":80",
                "h:",
                "h:x",
                "h:123456",
                "h:8 0",
                "h:1:2",
                "h/",
                "h@i",
                "h i",
                "[]",
                "[::1",
                "::1",
                "[::g]",
                "[:]",
                "[::1]x",
                "[::1]:",
                "h:/",
                "h{",
                "h`",
                "ö",
                "[::é]",
                "h:-1"
            })
    void any_other_host_is_refused(String host) {
        assertThat(decoded("GET / HTTP/1.1\r\nHost: " + host + "\r\n\r\n"))
                .first()
                .isEqualTo("refused");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET / HTTP/1.1\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: localhost\r\nhost: h\r\n\r\n",
                "GET / HTTP/1.0\r\nHost: localhost\r\nHOST: h\r\n\r\n",
                "GET / HTTP/1.2\r\nHost: localhost\r\n\r\n",
                "GET / HTTP/2.0\r\nHost: localhost\r\n\r\n",
                "GET  / HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "GET /  HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "GET\t/ HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "GET /\tHTTP/1.1\r\nHost: localhost\r\n\r\n",
                "GET \t/ HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip, chunked\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\ntransfer-encoding: chunked\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\nabc",
            })
    void a_request_that_two_servers_could_read_differently_is_refused(String request) {
        assertThat(decoded(request)).first().isEqualTo("refused");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "3\r\nabc\r\n0\r\n\r\n",
                "3;x=y\r\nabc\r\n0\r\n\r\n",
                "03 ;x\r\nabc\r\n0\r\n\r\n",
                "2\r\nab\r\n1\t;x\r\nc\r\n0\r\n\r\n"
            })
    void chunks_are_put_together_and_the_next_request_is_found_behind_them(String body) {
        assertThat(decoded(CHUNKED + body + CHUNKED + "A\r\n0123456789\r\n0\r\nX: y\r\n\r\nGET /b HTTP/1.0\r\n\r\n"))
                .containsExactly("POST /a", "abc", "POST /a", "0123456789", "GET /b", "");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                " 3\r\nabc\r\n0\r\n\r\n",
                "\t3\r\nabc\r\n0\r\n\r\n",
                "x\r\nabc\r\n",
                "3 \r\nabc\r\n0\r\n\r\n",
                "3\t\r\nabc\r\n0\r\n\r\n",
                "3 4\r\nabc\r\n0\r\n\r\n",
                "3x\r\nabc\r\n0\r\n\r\n",
                "3\r\nabc\r\n 0\r\n\r\n",
                "3\r\nabc\r\nx\r\n",
                "-1\r\n",
                "\u00e9\r\n",
                "fffffffff\r\n"
            })
    void a_chunk_whose_size_two_servers_could_read_differently_is_refused(String body) {
        assertThat(decoded(CHUNKED + body)).startsWith("POST /a").endsWith("refused");
    }

    private static List<String> decoded(String bytes) {
        List<String> whole = decoded(bytes.getBytes(StandardCharsets.ISO_8859_1), Integer.MAX_VALUE);
        assertThat(decoded(bytes.getBytes(StandardCharsets.ISO_8859_1), 1)).isEqualTo(whole);
        return whole;
    }

    /** Method and path of each request, then its content, or "refused". */
    private static List<String> decoded(byte[] bytes, int step) {
        RequestDecoder decoder = new RequestDecoder(new HttpDecoderConfig());
        EmbeddedChannel channel = new EmbeddedChannel(decoder);
        List<String> seen = new ArrayList<>();
        StringBuilder content = new StringBuilder();
        ByteBuf all = Unpooled.wrappedBuffer(bytes);
        while (all.isReadable()) {
            channel.writeInbound(all.readBytes(Math.min(step, all.readableBytes())));
            // One message comes out of each call.
            for (int before = -1; before != seen.size() + content.length(); ) {
                before = seen.size() + content.length();
                for (HttpObject each = channel.readInbound(); each != null; each = channel.readInbound()) {
                    note(each, seen, content);
                    ReferenceCountUtil.release(each);
                }
                if (decoder.holdsBytes()) {
                    channel.writeInbound(Unpooled.EMPTY_BUFFER);
                }
            }
        }
        channel.finishAndReleaseAll();
        return seen;
    }

    private static void note(HttpObject message, List<String> seen, StringBuilder content) {
        if (message.decoderResult().isFailure()) {
            if (!seen.contains("refused")) {
                seen.add("refused");
            }
            return;
        }
        if (message instanceof HttpRequest request) {
            seen.add(request.method() + " " + request.uri());
        }
        if (message instanceof HttpContent part) {
            content.append(part.content().toString(StandardCharsets.ISO_8859_1));
        }
        if (message instanceof LastHttpContent) {
            seen.add(content.toString());
            content.setLength(0);
        }
    }
}
