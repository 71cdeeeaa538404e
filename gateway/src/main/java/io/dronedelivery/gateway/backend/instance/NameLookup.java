package io.dronedelivery.gateway.backend.instance;

import io.netty.channel.EventLoop;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.resolver.dns.DefaultDnsServerAddressStreamProvider;
import io.netty.resolver.dns.DnsNameResolver;
import io.netty.resolver.dns.DnsNameResolverBuilder;
import io.netty.resolver.dns.DnsServerAddressStreamProvider;
import io.netty.resolver.dns.NoopDnsCache;
import io.netty.resolver.dns.SequentialDnsServerAddressStreamProvider;
import io.netty.util.concurrent.Future;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.netty.transport.AddressUtils;

/**
 * Asks the name service repeatedly for all addresses of a host, such as a headless service of Kubernetes. When it does not answer, its last
 * answer stays in use. It lives on one event loop.
 */
public final class NameLookup implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(NameLookup.class);

    private final String host;
    private final int port;
    private final Duration interval;
    private final EventLoop loop;
    private final Consumer<Set<String>> listener;
    private final DnsNameResolver resolver;
    private @Nullable Future<?> next;
    private boolean failed;
    private boolean over;

    /**
     * @param interval from an answer to the next question
     * @param servers that are asked, {@code address:port}; those of the system when empty
     * @param listener gets host and port of each address, at each answer that has some
     */
    NameLookup(
            String host,
            int port,
            Duration interval,
            List<String> servers,
            EventLoop loop,
            Consumer<Set<String>> listener) {
        this.host = host;
        this.port = port;
        this.interval = interval;
        this.loop = loop;
        this.listener = listener;
        this.resolver = new DnsNameResolverBuilder(loop)
                .datagramChannelFactory(NioDatagramChannel::new)
                // By TCP when there are more addresses than a datagram holds (RFC 7766, section 5).
                .socketChannelFactory(NioSocketChannel::new)
                .nameServerProvider(servers(servers))
                // The interval decides how old an answer may be.
                .resolveCache(NoopDnsCache.INSTANCE)
                .queryTimeoutMillis(Math.max(1, interval.toMillis()))
                .build();
        loop.execute(this::ask);
    }

    private static DnsServerAddressStreamProvider servers(List<String> addresses) {
        if (addresses.isEmpty()) {
            return DefaultDnsServerAddressStreamProvider.INSTANCE;
        }
        return new SequentialDnsServerAddressStreamProvider(addresses.stream()
                .map(address -> AddressUtils.parseAddress(address, 53))
                .toArray(InetSocketAddress[]::new));
    }

    private void ask() {
        if (!over) {
            resolver.resolveAll(host).addListener((Future<List<InetAddress>> answer) -> answered(answer));
        }
    }

    private void answered(Future<List<InetAddress>> answer) {
        if (over) {
            return;
        }
        if (answer.isSuccess() && !answer.getNow().isEmpty()) {
            failed = false;
            Set<String> addresses = new TreeSet<>();
            answer.getNow().forEach(address -> addresses.add(text(address)));
            listener.accept(addresses);
        } else if (!failed) {
            failed = true;
            log.warn("The name service has no address of {}; the ones known before are called", host, answer.cause());
        }
        next = loop.schedule(this::ask, interval.toMillis(), TimeUnit.MILLISECONDS);
    }

    private String text(InetAddress address) {
        String text = address.getHostAddress();
        return (text.indexOf(':') < 0 ? text : '[' + text + ']') + ':' + port;
    }

    @Override
    public void close() {
        if (loop.isShuttingDown()) {
            // The loops end before the beans that use them; with its loop the timer has ended, and the resolver's
            // socket.
            return;
        }
        loop.execute(() -> {
            over = true;
            Future<?> waiting = next;
            if (waiting != null) {
                waiting.cancel(false);
            }
            resolver.close();
        });
    }
}
