package io.dronedelivery.gateway.testing;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.dns.DatagramDnsQuery;
import io.netty.handler.codec.dns.DatagramDnsQueryDecoder;
import io.netty.handler.codec.dns.DatagramDnsResponse;
import io.netty.handler.codec.dns.DatagramDnsResponseEncoder;
import io.netty.handler.codec.dns.DefaultDnsRawRecord;
import io.netty.handler.codec.dns.DefaultDnsResponse;
import io.netty.handler.codec.dns.DnsQuery;
import io.netty.handler.codec.dns.DnsQuestion;
import io.netty.handler.codec.dns.DnsRecordType;
import io.netty.handler.codec.dns.DnsResponse;
import io.netty.handler.codec.dns.DnsSection;
import io.netty.handler.codec.dns.TcpDnsQueryDecoder;
import io.netty.handler.codec.dns.TcpDnsResponseEncoder;
import io.netty.util.NetUtil;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A name service over UDP and TCP that gives the same addresses for every name. A datagram of it holds 20 addresses. */
public final class NameServer implements AutoCloseable {

    private static final int OF_A_DATAGRAM = 20;

    private final MultiThreadIoEventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final AtomicInteger asked = new AtomicInteger();
    private final Channel connections;
    private volatile List<String> addresses;

    private NameServer(List<String> addresses) {
        this.addresses = addresses;
        this.connections = new ServerBootstrap()
                .group(loop)
                .channel(NioServerSocketChannel.class)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel connection) {
                        connection
                                .pipeline()
                                .addLast(new TcpDnsQueryDecoder(), new TcpDnsResponseEncoder(), new ByTcp());
                    }
                })
                .bind("127.0.0.1", 0)
                .syncUninterruptibly()
                .channel();
        new Bootstrap()
                .group(loop)
                .channel(NioDatagramChannel.class)
                .handler(new ChannelInitializer<NioDatagramChannel>() {
                    @Override
                    protected void initChannel(NioDatagramChannel datagrams) {
                        datagrams
                                .pipeline()
                                .addLast(new DatagramDnsQueryDecoder(), new DatagramDnsResponseEncoder(), new ByUdp());
                    }
                })
                .bind(connections.localAddress())
                .syncUninterruptibly();
    }

    public static NameServer saying(String... addresses) {
        return new NameServer(List.of(addresses));
    }

    /** What it says from now on. Without any address the name is unknown. */
    public void say(String... now) {
        addresses = List.of(now);
    }

    public String address() {
        return "127.0.0.1:" + ((InetSocketAddress) connections.localAddress()).getPort();
    }

    /** How many questions it has had. */
    public int asked() {
        return asked.get();
    }

    @Override
    public void close() {
        loop.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
    }

    private <R extends DnsResponse> R answer(DnsQuery query, R response, int most) {
        asked.incrementAndGet();
        DnsQuestion question = query.recordAt(DnsSection.QUESTION);
        response.addRecord(DnsSection.QUESTION, question);
        List<String> now = addresses;
        if (question.type().equals(DnsRecordType.A)) {
            response.setTruncated(now.size() > most);
            for (String address : now.subList(0, Math.min(most, now.size()))) {
                response.addRecord(
                        DnsSection.ANSWER,
                        new DefaultDnsRawRecord(
                                question.name(),
                                DnsRecordType.A,
                                1,
                                Unpooled.wrappedBuffer(NetUtil.createByteArrayFromIpAddressString(address))));
            }
        }
        return response;
    }

    private final class ByUdp extends SimpleChannelInboundHandler<DatagramDnsQuery> {
        @Override
        protected void channelRead0(ChannelHandlerContext ctx, DatagramDnsQuery query) {
            DatagramDnsResponse response = new DatagramDnsResponse(query.recipient(), query.sender(), query.id());
            ctx.writeAndFlush(answer(query, response, OF_A_DATAGRAM));
        }
    }

    private final class ByTcp extends SimpleChannelInboundHandler<DnsQuery> {
        @Override
        protected void channelRead0(ChannelHandlerContext ctx, DnsQuery query) {
            ctx.writeAndFlush(answer(query, new DefaultDnsResponse(query.id()), Integer.MAX_VALUE));
        }
    }
}
