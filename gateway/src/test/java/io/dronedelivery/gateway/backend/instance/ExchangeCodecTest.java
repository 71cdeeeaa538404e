package io.dronedelivery.gateway.backend.instance;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What comes out of the codec for bytes that no caller can see the difference of; what callers get is in {@link ForeignAnswerTest}. */
class ExchangeCodecTest {

    @ParameterizedTest
    @ValueSource(strings = {"Upgrade: other", "Upgrade: websocket", "Upgrade: websocket\r\nTransfer-Encoding: chunked"})
    void an_answer_that_changes_the_protocol_ends_with_its_head(String headers) {
        EmbeddedChannel connection = new EmbeddedChannel(new ExchangeCodec(8192, () -> {}));
        connection.writeOutbound(new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, "/"));
        ByteBuf bytes = Unpooled.copiedBuffer(
                "HTTP/1.1 101 Switching Protocols\r\n" + headers + "\r\n\r\n{}", StandardCharsets.US_ASCII);

        connection.writeInbound(bytes);

        assertThat(connection.isActive()).isFalse();
        assertThat(connection.<Object>readInbound()).isInstanceOf(HttpResponse.class);
        assertThat(connection.<Object>readInbound()).isEqualTo(LastHttpContent.EMPTY_LAST_CONTENT);
        connection.finish();
        assertThat(connection.<Object>readInbound()).isNull();
        assertThat(bytes.refCnt()).isZero();
        connection.finishAndReleaseAll();
    }
}
