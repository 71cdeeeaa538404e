package io.dronedelivery.gateway.backend.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.NotYetConnectedException;
import java.nio.channels.SocketChannel;
import java.security.NoSuchAlgorithmException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import org.junit.jupiter.api.Test;

/** Exceptions as Java's own sockets and TLS throw them, where Netty has no others on this platform. */
class ConnectionFailuresTest {

    /** The broadcast address of the loopback network: there is no TCP to it. */
    private static final String NO_ROUTE = "127.255.255.255";

    @Test
    void a_reset_by_the_other_side_is_a_cut_off_connection() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                SocketChannel client = SocketChannel.open(server.getLocalSocketAddress())) {
            Socket resetting = server.accept();
            resetting.setSoLinger(true, 0);
            resetting.close();

            Throwable reset = catchThrowable(() -> client.read(ByteBuffer.allocate(1)));

            assertThat(reset).hasMessage("Connection reset");
            assertThat(ConnectionFailures.isCutOff(reset)).isTrue();
            assertThat(ConnectionFailures.isUnreachable(reset, true)).isFalse();
        }
    }

    /** Nothing was sent, and what is wrong, if anything is, the next attempt tells. */
    @Test
    void a_connection_that_is_read_from_while_it_is_opened_is_cut_off() throws IOException {
        try (SocketChannel client = SocketChannel.open()) {
            Throwable notYet = catchThrowable(() -> client.read(ByteBuffer.allocate(1)));

            assertThat(notYet).isInstanceOf(NotYetConnectedException.class);
            assertThat(ConnectionFailures.isCutOff(notYet)).isTrue();
            assertThat(ConnectionFailures.isUnreachable(notYet, false)).isFalse();
            assertThat(ConnectionFailures.explain(notYet).reason())
                    .isEqualTo("cannot be reached, a connection was lost while it was opened");
        }
    }

    @Test
    void an_address_without_a_route_is_unreachable() throws IOException {
        try (SocketChannel client = SocketChannel.open()) {
            Throwable noRoute = catchThrowable(() -> client.connect(new InetSocketAddress(NO_ROUTE, 1)));

            assertThat(ConnectionFailures.isUnreachable(noRoute, false)).isTrue();
            assertThat(ConnectionFailures.explain(noRoute).reason())
                    .isEqualTo("cannot be reached, there is no route to it");
        }
    }

    @Test
    void a_connection_whose_tls_has_ended_before_the_request_is_cut_off() throws NoSuchAlgorithmException {
        SSLEngine engine = SSLContext.getDefault().createSSLEngine();
        engine.setUseClientMode(true);
        EmbeddedChannel connection = new EmbeddedChannel(new SslHandler(engine));
        engine.closeOutbound();

        ChannelFuture written = connection.writeAndFlush(Unpooled.wrappedBuffer(new byte[1]));

        assertThat(written.cause()).hasMessageContaining("SSLEngine closed");
        assertThat(ConnectionFailures.isCutOff(written.cause())).isTrue();
        connection.finishAndReleaseAll();
    }

    @Test
    void a_pool_that_gave_closed_connections_only_says_nothing_of_the_instance() {
        Throwable stale = new IOException("Error while acquiring from a pool");

        assertThat(ConnectionFailures.isCutOff(stale)).isTrue();
        assertThat(ConnectionFailures.isUnreachable(stale, false)).isFalse();
    }
}
