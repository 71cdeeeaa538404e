package io.dronedelivery.servicekit.edge;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.util.unit.DataSize;
import reactor.netty.NettyPipeline;
import reactor.netty.http.server.HttpServer;

class OneRequestAtATimeTest {

    private static final Duration LONG = Duration.ofMinutes(1);
    private static final ConnectionProperties LIMITS =
            new ConnectionProperties(1, 1, LONG, LONG, LONG, LONG, DataSize.ofMegabytes(1));

    private final RequestProgress progress = new RequestProgress();
    private final EmbeddedChannel connection = new EmbeddedChannel(new ChannelInitializer<>() {
        @Override
        protected void initChannel(Channel channel) {
            channel.pipeline()
                    .addLast(
                            NettyPipeline.HttpCodec,
                            new OneRequestAtATime(
                                    HttpServer.create().configuration().decoder(), progress))
                    .addLast(new RequestWatch(
                            progress,
                            new Refusals(new ResponseHeaders(Map.of()), new RefusedRequests()),
                            LIMITS,
                            CallerTrust.in(new EdgeProperties(List.of(), List.of(), List.of(), false, List.of()), null),
                            new ServedConnections()));
        }
    });

    @AfterEach
    void close() {
        connection.finishAndReleaseAll();
    }

    @Test
    void requests_sent_ahead_are_decoded_when_those_before_them_are_answered() {
        connection.writeInbound(bytes("GET /a HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(3_000)));

        for (int i = 0; i < 3_000; i++) {
            assertThat(received()).as("before answer %s", i).containsExactly("/a", "end");
            answer(2);
        }
        assertThat(received()).isEmpty();
    }

    @Test
    void the_socket_is_not_read_while_requests_wait_and_read_again_when_none_does() {
        connection.writeInbound(
                bytes("GET /a HTTP/1.1\r\nHost: localhost\r\n\r\nGET /b HTTP/1.1\r\nHost: localhost\r\n\r\n"));
        Reads reads = new Reads();
        connection.pipeline().addFirst(reads);

        connection.writeInbound(bytes("GET /c HTTP/1.1\r\nHost: localhost\r\n\r\n"));
        connection.read();
        assertThat(reads.count).isZero();
        answer(2);
        assertThat(reads.count).isZero();
        answer(2);

        assertThat(reads.count).isPositive();
        assertThat(connection.config().isAutoRead()).isTrue();
        assertThat(received()).containsExactly("/a", "end", "/b", "end", "/c", "end");
    }

    @Test
    void a_request_that_comes_in_pieces_and_one_that_follows_its_body_are_decoded() {
        connection.writeInbound(
                bytes("POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Le"), bytes("ngth: 9\r\n\r\n1234"));
        connection.writeInbound(bytes("56789GET /b HTTP/1.1\r\nHost: localhost\r\n\r\nGET /c HTT"));
        assertThat(received()).containsExactly("/a", "1234", "56789", "end");
        answer(2);
        assertThat(received()).containsExactly("/b", "end");
        answer(2);
        assertThat(received()).isEmpty();
        connection.writeInbound(bytes("P/1.1\r\nHost: localhost\r\n\r\n"));

        assertThat(received()).containsExactly("/c", "end");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"G", "GET /b HTTP/1.1\r\n", "GET /b HTTP/1.1\r\nHo", "GET /b HTTP/1.1\r\nHost: localhost\r\n"})
    void the_beginning_of_a_request_behind_another_one_is_one_when_that_is_answered(String beginning) {
        connection.writeInbound(bytes("GET /a HTTP/1.1\r\nHost: localhost\r\n\r\n" + beginning));
        assertThat(progress.phase()).isEqualTo(ConnectionTimes.ConnectionPhase.ANSWER);

        answer(2);

        assertThat(progress.phase()).isEqualTo(ConnectionTimes.ConnectionPhase.HEAD);
        assertThat(received()).containsExactly("/a", "end");
    }

    @Test
    void nothing_has_begun_when_all_requests_are_answered() {
        connection.writeInbound(
                bytes("GET /a HTTP/1.1\r\nHost: localhost\r\n\r\nGET /b HTTP/1.1\r\nHost: localhost\r\n\r\n"));
        answer(2);
        answer(2);

        assertThat(progress.phase()).isEqualTo(ConnectionTimes.ConnectionPhase.IDLE);
    }

    @Test
    void an_answer_may_end_before_its_request() {
        connection.writeInbound(bytes("POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\n12"));
        answer(2);
        connection.writeInbound(bytes("34GET /b HTTP/1.1\r\nHost: localhost\r\n\r\n"));

        assertThat(received()).containsExactly("/a", "12", "34", "end", "/b", "end");
    }

    @Test
    void a_body_that_nobody_needs_is_read_up_to_a_limit_and_then_the_connection_is_closed() {
        connection.writeInbound(bytes("POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9999999\r\n\r\n"));
        answer(2);
        ByteBuf quarter = bytes("x".repeat(1 << 18));
        for (int i = 0; i < 4; i++) {
            connection.writeInbound(quarter.copy());
        }
        assertThat(connection.isOpen()).isTrue();
        connection.writeInbound(quarter);

        assertThat(connection.isOpen()).isFalse();
    }

    @Test
    void an_interim_answer_does_not_let_the_next_request_in() {
        connection.writeInbound(
                bytes("GET /a HTTP/1.1\r\nHost: localhost\r\n\r\nGET /b HTTP/1.1\r\nHost: localhost\r\n\r\n"));
        connection.writeOutbound(new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE));

        assertThat(received()).containsExactly("/a", "end");
    }

    @Test
    void the_next_request_waits_until_the_client_has_taken_the_answer() {
        connection.config().setWriteBufferWaterMark(new WriteBufferWaterMark(500, 1_000));
        connection.writeInbound(
                bytes("GET /a HTTP/1.1\r\nHost: localhost\r\n\r\nGET /b HTTP/1.1\r\nHost: localhost\r\n\r\n"));
        connection.write(response(2_000));
        connection.runPendingTasks();
        assertThat(received()).containsExactly("/a", "end");

        connection.flush();
        connection.runPendingTasks();
        assertThat(received()).containsExactly("/b", "end");
    }

    @Test
    void waiting_bytes_are_released_when_the_connection_ends() {
        connection.writeInbound(bytes("GET /a HTTP/1.1\r\nHost: localhost\r\n\r\n"));
        ByteBuf ahead = bytes("GET /b HTTP/1.1\r\nHost: localhost\r\n\r\n");
        connection.writeInbound(ahead);
        connection.close();

        assertThat(ahead.refCnt()).isZero();
    }

    private void answer(int length) {
        connection.writeOutbound(response(length));
        connection.releaseOutbound();
    }

    private static DefaultFullHttpResponse response(int length) {
        DefaultFullHttpResponse response = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1, HttpResponseStatus.OK, Unpooled.wrappedBuffer(new byte[length]));
        response.headers().setInt(HttpHeaderNames.CONTENT_LENGTH, length);
        return response;
    }

    private static ByteBuf bytes(String text) {
        return Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII);
    }

    /** What has been decoded since the last look: paths, pieces of bodies, ends. */
    private List<String> received() {
        List<String> received = new ArrayList<>();
        for (Object message = connection.readInbound(); message != null; message = connection.readInbound()) {
            if (message instanceof HttpRequest request) {
                received.add(request.uri());
            }
            if (message instanceof HttpContent content && content.content().isReadable()) {
                received.add(content.content().toString(StandardCharsets.US_ASCII));
            }
            if (message instanceof LastHttpContent) {
                received.add("end");
            }
            ReferenceCountUtil.release(message);
        }
        return received;
    }

    /** Counts how often the socket is asked for more. */
    private static final class Reads extends ChannelOutboundHandlerAdapter {

        private int count;

        @Override
        public void read(ChannelHandlerContext ctx) throws Exception {
            count++;
            super.read(ctx);
        }
    }
}
