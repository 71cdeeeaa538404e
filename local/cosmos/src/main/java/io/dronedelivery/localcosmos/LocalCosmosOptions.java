package io.dronedelivery.localcosmos;

import io.dronedelivery.localcosmos.protocol.Region;
import io.dronedelivery.localkit.ServerCertificate;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Options of a {@link LocalCosmos}. Every option has a default. Each method checks its argument and names it when it is wrong. */
public final class LocalCosmosOptions {
    /** The key that Microsoft publishes for its emulators. Not a secret. */
    public static final String WELL_KNOWN_KEY =
            "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==";

    private static final int MAX_PARTITIONS = 1_000;
    private static final int MAX_BURST_SECONDS = 300;
    private static final Pattern HOST_NAME = Pattern.compile("[A-Za-z][A-Za-z0-9.-]{0,252}");

    int port;
    InetAddress address = InetAddress.getLoopbackAddress();
    String advertisedHost = "localhost";
    String key = WELL_KNOWN_KEY;
    private int partitions = 1;
    private final Map<String, Integer> partitionsByContainer = new HashMap<>();
    InstantSource clock = InstantSource.system();
    private List<String> regions = List.of("Local");
    private Latency latency = Latency.none();
    boolean enforceThroughput;
    int burstSeconds;
    RequestCharges charges = RequestCharges.calibrated();
    int recentCalls = 10_000;

    @Nullable
    Path dataDirectory;

    private @Nullable Path tlsDirectory;
    final List<String> faults = new ArrayList<>();

    @Nullable
    MeterRegistry meterRegistry;

    Consumer<CosmosCall> onCall = call -> {};

    LocalCosmosOptions() {}

    /** The port; 0, the default, takes a free one. */
    public LocalCosmosOptions port(int port) {
        this.port = checkRange("port", port, 0, 65_535);
        return this;
    }

    /**
     * The address to listen on; loopback by default. With {@code 0.0.0.0} every client that reaches this machine may call, because the key
     * is well known. Use it only in an isolated network, such as that of containers.
     */
    public LocalCosmosOptions address(String address) {
        if (address.isBlank()) {
            throw new IllegalArgumentException("address must not be blank");
        }
        try {
            this.address = InetAddress.getByName(address);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("address must be one of this machine, but is '" + address + "'", e);
        }
        return this;
    }

    /**
     * The host name that clients call; {@code localhost} by default. It is part of the account's document: a client reads the account at
     * its endpoint, and then calls the name in it.
     */
    public LocalCosmosOptions advertisedHost(String name) {
        if (!HOST_NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "advertisedHost must be a host's name, because SDKs put regions before it, but is '" + name + "'");
        }
        this.advertisedHost = name;
        return this;
    }

    /** The account's key in base64; by default {@link #WELL_KNOWN_KEY}. */
    public LocalCosmosOptions key(String key) {
        try {
            if (Base64.getDecoder().decode(key).length == 0) {
                throw new IllegalArgumentException("it is empty");
            }
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("key must be base64: " + e.getMessage(), e);
        }
        this.key = key;
        return this;
    }

    /** Number of physical partitions of new containers; 1 by default. */
    public LocalCosmosOptions partitions(int count) {
        this.partitions = checkRange("partitions", count, 1, MAX_PARTITIONS);
        return this;
    }

    /** Number of physical partitions of new containers with this name. */
    public LocalCosmosOptions partitions(String container, int count) {
        partitionsByContainer.put(container, checkRange("partitions of " + container, count, 1, MAX_PARTITIONS));
        return this;
    }

    /**
     * The regions of the account; only {@code Local} by default. Each region has a separate endpoint, which the account's document names.
     * All regions have the same documents at the same time: replication lag is not modelled. The account does not fail over by itself.
     *
     * @param writes the region that accepts writes, with the endpoint {@link LocalCosmos#endpoint()}
     * @param reads regions that accept only reads, on free ports
     */
    public LocalCosmosOptions regions(String writes, String... reads) {
        List<String> names = Stream.concat(Stream.of(writes), Stream.of(reads)).toList();
        if (names.stream().anyMatch(String::isBlank) || Set.copyOf(names).size() < names.size()) {
            throw new IllegalArgumentException("regions must have different names, but are " + names);
        }
        this.regions = names;
        return this;
    }

    /** The delay of answers to data calls; none by default. */
    public LocalCosmosOptions latency(Latency latency) {
        this.latency = latency;
        return this;
    }

    /**
     * Whether calls beyond the provisioned request units are refused with 429. Off by default, as in Microsoft's emulator. Charges and use
     * are counted in either case.
     */
    public LocalCosmosOptions enforceThroughput(boolean enforce) {
        this.enforceThroughput = enforce;
        return this;
    }

    /**
     * Seconds of unused throughput that a physical partition saves and may spend later, at up to 3000 RU a second; 0 by default. Azure
     * saves up to 300 in accounts with burst capacity.
     *
     * @see <a href="https://learn.microsoft.com/azure/cosmos-db/burst-capacity">Burst capacity</a>
     */
    public LocalCosmosOptions burstSeconds(int seconds) {
        this.burstSeconds = checkRange("burstSeconds", seconds, 0, MAX_BURST_SECONDS);
        return this;
    }

    /** The charges of operations; {@link RequestCharges#calibrated()} by default. */
    public LocalCosmosOptions charges(RequestCharges charges) {
        this.charges = charges;
        return this;
    }

    /** Stores everything in this directory, so that it survives a restart; in memory only by default. */
    public LocalCosmosOptions dataDirectory(@Nullable Path directory) {
        this.dataDirectory = directory;
        return this;
    }

    /**
     * Also accepts connections with TLS, on the same ports, and names them in {@link LocalCosmos#endpoint()}. The certificate for
     * {@code localhost} and {@link #advertisedHost} is made when the directory has none, and written there as {@code certificate.pem}, which
     * clients must trust. Another stand-in may have the same directory.
     *
     * @param directory for the certificate and its key; created when it is missing. Null for plain HTTP alone, the default
     */
    public LocalCosmosOptions tls(@Nullable Path directory) {
        this.tlsDirectory = directory;
        return this;
    }

    /**
     * Begins a fault at the start; repeatable.
     *
     * @param words as in {@link LocalCosmos#faults()}; names of containers and partitions are not checked, because clients create them later
     */
    public LocalCosmosOptions fault(String words) {
        this.faults.add(words);
        return this;
    }

    /** The registry for {@code local.cosmos.calls} and {@code local.cosmos.request.charge}. */
    public LocalCosmosOptions meterRegistry(@Nullable MeterRegistry registry) {
        this.meterRegistry = registry;
        return this;
    }

    /** Receives every answered call. Called on an event loop, so it must not block. */
    public LocalCosmosOptions onCall(Consumer<CosmosCall> listener) {
        this.onCall = this.onCall.andThen(listener);
        return this;
    }

    /** The number of calls that {@link LocalCosmos#calls()} returns; 10,000 by default. */
    public LocalCosmosOptions recentCalls(int count) {
        this.recentCalls = checkRange("recentCalls", count, 0, 10_000_000);
        return this;
    }

    /** The clock, for tests that depend on seconds. */
    LocalCosmosOptions clock(InstantSource clock) {
        this.clock = clock;
        return this;
    }

    int partitionsOf(String container) {
        return partitionsByContainer.getOrDefault(container, partitions);
    }

    List<Region> regions() {
        return regions.stream()
                .map(name -> new Region(name, name.equals(regions.get(0)), latency))
                .toList();
    }

    @Nullable
    SslContext tls() {
        if (tlsDirectory == null) {
            return null;
        }
        try {
            return SslContextBuilder.forServer(ServerCertificate.in(tlsDirectory, advertisedHost))
                    .sslProvider(SslProvider.JDK)
                    .build();
        } catch (SSLException e) {
            throw new IllegalArgumentException("tls: " + e.getMessage(), e);
        }
    }

    private static int checkRange(String name, int value, int min, int max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(name + " must be between " + min + " and " + max + ", but is " + value);
        }
        return value;
    }
}
