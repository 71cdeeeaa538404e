package io.dronedelivery.gateway.backend.instance;

import io.dronedelivery.gateway.settings.BackendClient;
import io.dronedelivery.gateway.settings.BackendProperties;
import io.dronedelivery.gateway.settings.BaseUrl;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.ssl.SslContext;
import io.netty.resolver.AddressResolverGroup;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import reactor.netty.NettyPipeline;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;
import reactor.netty.resources.LoopResources;
import reactor.netty.tcp.SslProvider;
import reactor.netty.transport.AddressUtils;

/** Builds the instances of one backend, each with the clients that call it. */
public final class InstanceFactory {

    /** Little is read at a time, because as many as a hundred pieces of a stream may wait for a caller that reads slowly. */
    private static final RecvByteBufAllocator STREAM_PIECES =
            new AdaptiveRecvByteBufAllocator(64, 1024, 4096).maxMessagesPerRead(1);

    private static final String USER_AGENT = "drone-delivery-gateway";

    private final String backend;
    private final BackendProperties settings;
    private final BaseUrl base;
    private final @Nullable SslContext tls;
    private final LoopResources loops;
    private final String via;
    private final BackendClient client;
    private final AddressResolverGroup<InetSocketAddress> names;
    /** Small pools have one loop each, and not all of them the same. */
    private final int firstLoop;

    /**
     * @param backend its name
     * @param tls of https connections, null for the issuers that Java trusts
     * @param client that makes the calls
     * @param names find the numbers of a host's name
     * @param via the gateway's own element of the field Via
     */
    public InstanceFactory(
            String backend,
            BackendProperties settings,
            BaseUrl base,
            @Nullable SslContext tls,
            LoopResources loops,
            BackendClient client,
            AddressResolverGroup<InetSocketAddress> names,
            String via) {
        this.via = via;
        this.client = client;
        this.names = names;
        this.firstLoop = Math.floorMod(backend.hashCode(), LoopResources.DEFAULT_IO_WORKER_COUNT);
        this.backend = backend;
        this.settings = settings;
        this.base = base;
        this.tls = tls;
        this.loops = loops;
    }

    /** The addresses of the settings. With a name service, the host itself until it has answered. */
    public Instances instances() {
        BackendProperties.InstanceSettings places = settings.instances();
        Set<String> addresses =
                places.addresses().isEmpty() ? Set.of(authority()) : new LinkedHashSet<>(places.addresses());
        return new Instances(
                backend,
                settings.pool(),
                addresses,
                !places.fromDns(),
                !places.slowStart().isZero(),
                this::instance);
    }

    /** The lookup that updates the instances from the name service; null when there is none. */
    @Nullable
    public NameLookup lookup(Instances instances) {
        BackendProperties.InstanceSettings places = settings.instances();
        return places.fromDns()
                ? new NameLookup(
                        host(),
                        base.port(),
                        places.dnsInterval(),
                        places.dnsServers(),
                        loops.onClient(false).next(),
                        instances::replace)
                : null;
    }

    private Instance instance(String address, boolean alone) {
        ConnectionPool pool = new ConnectionPool(
                settings.pool().maxConnections(),
                client == BackendClient.NETTY && !settings.http2() ? loopPools(address) : reactorNettyPools(address));
        HttpClient streams = client(address, ConnectionProvider.newConnection(), () -> {})
                .option(ChannelOption.RECVBUF_ALLOCATOR, STREAM_PIECES);
        return new Instance(backend, address, pool, streams, settings.instances(), weight(address), alone);
    }

    private int weight(String address) {
        BackendProperties.InstanceSettings places = settings.instances();
        return places.weights().isEmpty()
                ? 1
                : places.weights().get(places.addresses().indexOf(address));
    }

    private ConnectionPool.ShareFactory reactorNettyPools(String address) {
        return (index, connections, shares, onSpoilt) -> new ReactorNettyShare(
                backend, settings.pool(), connections, shares, provider -> client(address, provider, onSpoilt));
    }

    private ConnectionPool.ShareFactory loopPools(String address) {
        // As the other client has it, with its check of the host's name.
        SslProvider secured =
                secured(HttpClient.newConnection()).configuration().sslProvider();
        CommonFields common = new CommonFields(commonFields(address, new DefaultHttpHeaders()));
        InetSocketAddress remote = remote(address);
        List<EventLoop> all = new ArrayList<>();
        EventLoopGroup group = loops.onClient(LoopResources.DEFAULT_NATIVE);
        group.forEach(loop -> all.add((EventLoop) loop));
        return (index, connections, shares, onSpoilt) -> {
            ConnectionOpener opener = new ConnectionOpener(
                    loops,
                    remote,
                    names,
                    settings.connectTimeout(),
                    secured,
                    common,
                    (int) settings.maxHeaderSize().toBytes(),
                    onSpoilt);
            EventLoop loop = all.get((firstLoop + index) % all.size());
            return new LoopPool(backend, settings.pool(), connections, shares, loop, opener);
        };
    }

    /** An address from the name service keeps the name, which TLS compares with the certificate. */
    private InetSocketAddress remote(String address) {
        InetSocketAddress parsed = AddressUtils.parseAddress(address, base.port());
        byte[] numbers = settings.instances().fromDns()
                ? NetUtil.createByteArrayFromIpAddressString(parsed.getHostString())
                : null;
        if (numbers == null) {
            return parsed;
        }
        try {
            return new InetSocketAddress(InetAddress.getByAddress(host(), numbers), parsed.getPort());
        } catch (UnknownHostException e) {
            throw new IllegalStateException("four or sixteen bytes are an address", e);
        }
    }

    private String authority() {
        return base.host() + ':' + base.port();
    }

    private String host() {
        String host = base.host();
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    /** All addresses of a name belong to the same host; each address of a list is a separate host. */
    private String hostHeader(String address) {
        String host = settings.instances().fromDns() ? authority() : address;
        String defaultPort = base.isSecure() ? ":443" : ":80";
        return host.endsWith(defaultPort) ? host.substring(0, host.length() - defaultPort.length()) : host;
    }

    private HttpHeaders commonFields(String address, HttpHeaders fields) {
        return fields.set(HttpHeaderNames.HOST, hostHeader(address))
                .set(HttpHeaderNames.USER_AGENT, USER_AGENT)
                .set(HttpHeaderNames.ACCEPT, HttpHeaderValues.APPLICATION_JSON)
                .set(HttpHeaderNames.VIA, via)
                // Without this header any content coding would be acceptable.
                .set(HttpHeaderNames.ACCEPT_ENCODING, HttpHeaderValues.IDENTITY);
    }

    private HttpClient client(String address, ConnectionProvider provider, Runnable onSpoilt) {
        InetSocketAddress remote = remote(address);
        int maxHeadBytes = (int) settings.maxHeaderSize().toBytes();
        HttpClient client = HttpClient.create(provider)
                .runOn(loops)
                // With a fixed address a request names its path alone, and no URL is taken apart for it.
                .remoteAddress(() -> remote)
                // As on the server's connections, so that both take their buffers from the same memory.
                .option(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int)
                        settings.connectTimeout().toMillis())
                .headers(headers -> commonFields(address, headers))
                .followRedirect(false);
        // The other codec is for HTTP/1.1 alone.
        client = settings.http2()
                ? client.protocol(base.isSecure() ? HttpProtocol.H2 : HttpProtocol.H2C)
                        .http2Settings(http2 -> http2.maxHeaderListSize(maxHeadBytes))
                        .doOnRequest((request, stream) -> stream.channel()
                                .pipeline()
                                .addBefore(NettyPipeline.ReactiveBridge, null, InterimAnswers.SKIPPED))
                : client.doOnChannelInit((observer, channel, peer) -> channel.pipeline()
                        .replace(
                                NettyPipeline.HttpCodec,
                                NettyPipeline.HttpCodec,
                                new ExchangeCodec(maxHeadBytes, onSpoilt)));
        return secured(client);
    }

    private HttpClient secured(HttpClient client) {
        if (!base.isSecure()) {
            return client;
        }
        return tls == null
                ? client.secure()
                : client.secure(SslProvider.builder().sslContext(tls).build());
    }
}
