package io.dronedelivery.gateway.tls;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ApplicationProtocolNegotiator;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import java.util.List;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSessionContext;

/**
 * The context that was used last: each new connection asks the present one, open connections keep theirs. A replaced context is not released
 * here, because another thread may be opening a connection with it; it is freed with its last connection.
 *
 * <p>Any thread may call it.
 */
final class ReloadedSslContext extends SslContext {

    private volatile SslContext current;

    ReloadedSslContext(SslContext first) {
        this.current = first;
    }

    /** New connections have that one from now on. */
    void use(SslContext next) {
        current = next;
    }

    @Override
    public boolean isClient() {
        return current.isClient();
    }

    @Override
    public List<String> cipherSuites() {
        return current.cipherSuites();
    }

    @Override
    @SuppressWarnings("deprecation")
    public ApplicationProtocolNegotiator applicationProtocolNegotiator() {
        return current.applicationProtocolNegotiator();
    }

    @Override
    public SSLEngine newEngine(ByteBufAllocator buffers) {
        return current.newEngine(buffers);
    }

    @Override
    public SSLEngine newEngine(ByteBufAllocator buffers, String host, int port) {
        return current.newEngine(buffers, host, port);
    }

    @Override
    public SSLSessionContext sessionContext() {
        return current.sessionContext();
    }

    @Override
    protected SslHandler newHandler(ByteBufAllocator buffers, boolean startTls) {
        return current.newHandler(buffers);
    }

    @Override
    protected SslHandler newHandler(ByteBufAllocator buffers, boolean startTls, Executor tasks) {
        return current.newHandler(buffers, tasks);
    }

    @Override
    protected SslHandler newHandler(ByteBufAllocator buffers, String host, int port, boolean startTls) {
        return current.newHandler(buffers, host, port);
    }

    @Override
    protected SslHandler newHandler(ByteBufAllocator buffers, String host, int port, boolean startTls, Executor tasks) {
        return current.newHandler(buffers, host, port, tasks);
    }
}
