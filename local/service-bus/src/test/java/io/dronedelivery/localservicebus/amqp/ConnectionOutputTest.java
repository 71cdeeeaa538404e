package io.dronedelivery.localservicebus.amqp;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ConnectionOutputTest {
    private final AtomicInteger roomAgain = new AtomicInteger();
    private final ConnectionOutput outbox = new ConnectionOutput(roomAgain::incrementAndGet);
    private final EmbeddedChannel channel = new EmbeddedChannel(new ChannelInboundHandlerAdapter() {
        @Override
        public void channelWritabilityChanged(ChannelHandlerContext ctx) {
            outbox.changed();
        }
    });

    ConnectionOutputTest() {
        outbox.opened(channel);
    }

    /** The channel holds them until it is flushed, as it does when the client does not read. */
    private void hold(int bytes) {
        channel.write(Unpooled.wrappedBuffer(new byte[bytes]));
        outbox.changed();
    }

    @Test
    void there_is_room_again_when_the_client_has_read() {
        hold(ConnectionOutput.FULL / 2);
        assertThat(outbox.hasRoom()).isTrue();
        hold(ConnectionOutput.FULL);
        assertThat(outbox.hasRoom()).isFalse();
        assertThat(roomAgain).hasValue(0);

        channel.flush();

        assertThat(outbox.hasRoom()).isTrue();
        assertThat(roomAgain).hasValue(1);
    }

    @Test
    void what_the_engine_holds_takes_room_too() {
        outbox.add(ConnectionOutput.FULL - 1);
        assertThat(outbox.hasRoom()).isTrue();
        outbox.add(1);
        assertThat(outbox.hasRoom()).isFalse();
    }

    @Test
    void nothing_is_read_while_the_client_takes_no_answers() {
        hold(ConnectionOutput.TOO_MUCH);
        assertThat(channel.config().isAutoRead()).isTrue();
        hold(ConnectionOutput.FULL);
        assertThat(channel.config().isAutoRead()).isFalse();

        channel.flush();

        assertThat(channel.config().isAutoRead()).isTrue();
        assertThat(roomAgain).hasValue(0);
    }
}
