package io.dronedelivery.gateway.backend.instance;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.EventLoop;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.netty.Connection;
import reactor.netty.NettyOutbound;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.client.HttpClientRequest;
import reactor.netty.http.client.HttpClientResponse;

/** One attempt of an exchange over a connection of reactor-netty. {@link #abort} may come from any thread. */
final class ReactorNettyExchange implements CoreSubscriber<ByteBuf> {

    private final ExchangeHandler exchange;
    /** The loop of the connection, once the request has been written on it. */
    private volatile @Nullable EventLoop loop;

    private volatile @Nullable Subscription upstream;
    private volatile boolean ended;

    ReactorNettyExchange(ExchangeHandler exchange) {
        this.exchange = exchange;
    }

    void send(HttpClient.RequestSender sender) {
        sender.uri(exchange.uri())
                .send(this::write)
                .responseConnection(this::readHead)
                .subscribe(this);
    }

    private Publisher<Void> write(HttpClientRequest client, NettyOutbound outbound) {
        if (!ended) {
            outbound.withConnection(connection -> loop = connection.channel().eventLoop());
        }
        if (ended || !exchange.isNeeded()) {
            // The client reports a failed connection and uses it all the same, or the call ended before abort knew its
            // loop. What is sent now would reach the backend once too often, and nobody would take the buffers of its
            // answer.
            outbound.withConnection(Connection::dispose);
            return Mono.never();
        }
        exchange.writeFields(client.requestHeaders(), System.nanoTime());
        byte[] body = exchange.body();
        return body == null || body.length == 0
                ? Mono.empty()
                : outbound.send(Mono.fromSupplier(() -> Unpooled.wrappedBuffer(body)));
    }

    /** If the exchange refuses the head, the subscription that follows closes the connection instead of reading it. */
    private Publisher<ByteBuf> readHead(HttpClientResponse head, Connection connection) {
        exchange.headCame(head.status().code(), head.version(), head.responseHeaders(), head.requestHeaders());
        return connection.inbound().receive();
    }

    @Override
    public void onSubscribe(Subscription subscription) {
        upstream = subscription;
        if (exchange.isNeeded()) {
            subscription.request(Long.MAX_VALUE);
        } else {
            subscription.cancel();
        }
    }

    @Override
    public void onNext(ByteBuf chunk) {
        exchange.pieceCame(chunk);
    }

    @Override
    public void onComplete() {
        ended = true;
        exchange.answerEnded();
    }

    @Override
    public void onError(Throwable cause) {
        ended = true;
        exchange.connectionFailed(cause);
    }

    /**
     * Closes the connection unless the answer has ended. That has to happen on its own loop: from another thread the closing could come
     * after the answer, and hit the next call on the same connection.
     */
    void abort() {
        EventLoop current = loop;
        if (current == null || current.inEventLoop()) {
            cancelUpstream();
        } else {
            current.execute(this::cancelUpstream);
        }
    }

    private void cancelUpstream() {
        Subscription running = upstream;
        if (running != null && !ended) {
            running.cancel();
        }
    }
}
