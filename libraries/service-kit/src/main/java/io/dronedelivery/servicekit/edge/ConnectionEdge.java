package io.dronedelivery.servicekit.edge;

import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import reactor.netty.NettyPipeline;
import reactor.netty.http.server.HttpRequestDecoderSpec;
import reactor.netty.http.server.HttpServer;

/**
 * Installs the codec, the limits and the refusals of this package into the pipeline of each connection of a server. Called on the event
 * loop of the new connection.
 *
 * <p>The connections use Netty's pooled allocator and not its adaptive one, the default since Netty 4.2. Spring releases the buffer of a
 * body that failed twice. The adaptive allocator gives a released buffer to the next who asks, so the second release would take it from
 * that one; with the pooled one it is an exception.
 */
record ConnectionEdge(
        Refusals refusals,
        ConnectionProperties connections,
        EdgeProperties edge,
        OpenConnections open,
        ServedConnections served) {

    HttpServer install(HttpServer server) {
        HttpRequestDecoderSpec limits = server.configuration().decoder();
        HttpServer pooled = server.childOption(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT);
        return pooled.doOnChannelInit((observer, channel, remoteAddress) -> {
            ChannelPipeline pipeline = channel.pipeline();
            if (pipeline.get(NettyPipeline.HttpCodec) != null) {
                InetAddress peer = channel.remoteAddress() instanceof InetSocketAddress inet ? inet.getAddress() : null;
                String tooMany = open.opened(peer);
                CallerTrust trust = CallerTrust.in(edge, peer);
                RequestProgress progress = new RequestProgress();
                pipeline.replace(
                        NettyPipeline.HttpCodec, NettyPipeline.HttpCodec, new OneRequestAtATime(limits, progress));
                pipeline.addAfter(
                        NettyPipeline.HttpCodec,
                        "requestWatch",
                        new RequestWatch(progress, refusals, connections, trust, served));
                if (tooMany == null) {
                    open.occupied(new ConnectionPlace(channel, peer, progress));
                } else {
                    refuse(channel, tooMany);
                }
                served.opened(channel);
            }
        });
    }

    /** Its client receives the reason, even while it is sending a request, unless too many other clients are waited for. */
    private void refuse(Channel channel, String reason) {
        ChannelPipeline pipeline = channel.pipeline();
        pipeline.addAfter(NettyPipeline.HttpCodec, "tooManyConnections", new TooManyConnections(refusals, reason));
        if (open.mayLinger()) {
            LingeringClose.installIn(pipeline, connections.maxDrainedBody().toBytes());
            channel.closeFuture().addListener(closed -> open.lingered());
        }
    }
}
