package io.dronedelivery.servicekit.web;

import io.netty.channel.ChannelPipeline;
import reactor.netty.NettyPipeline;
import reactor.netty.http.server.HttpRequestDecoderSpec;
import reactor.netty.http.server.HttpServer;

/** Puts what bounds a connection into the pipeline of each connection of a server. */
final class ConnectionEdge {

    private final Refusals refusals;

    ConnectionEdge(Refusals refusals) {
        this.refusals = refusals;
    }

    HttpServer install(HttpServer server) {
        HttpRequestDecoderSpec limits = server.configuration().decoder();
        return server.doOnChannelInit((observer, channel, remoteAddress) -> {
            ChannelPipeline pipeline = channel.pipeline();
            if (pipeline.get(NettyPipeline.HttpCodec) != null) {
                RequestProgress progress = new RequestProgress();
                pipeline.replace(
                        NettyPipeline.HttpCodec, NettyPipeline.HttpCodec, new OneRequestAtATime(limits, progress));
                pipeline.addAfter(NettyPipeline.HttpCodec, "requestWatch", new RequestWatch(progress, refusals));
            }
        });
    }
}
