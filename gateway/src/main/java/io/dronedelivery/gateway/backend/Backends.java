package io.dronedelivery.gateway.backend;

import io.dronedelivery.gateway.backend.instance.InstanceFactory;
import io.dronedelivery.gateway.backend.instance.Instances;
import io.dronedelivery.gateway.backend.instance.NameLookup;
import io.dronedelivery.gateway.json.JsonCheck;
import io.dronedelivery.gateway.limit.ConcurrencyLimit;
import io.dronedelivery.gateway.limit.LimitMeters;
import io.dronedelivery.gateway.limit.LimitShares;
import io.dronedelivery.gateway.limit.LoopDelay;
import io.dronedelivery.gateway.settings.BackendClient;
import io.dronedelivery.gateway.settings.BackendProperties;
import io.dronedelivery.gateway.settings.BaseUrl;
import io.dronedelivery.gateway.settings.GatewayProperties;
import io.dronedelivery.gateway.settings.ViaName;
import io.dronedelivery.gateway.tls.BackendTls;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.handler.ssl.SslContext;
import io.netty.resolver.dns.DnsAddressResolverGroup;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.http.client.ReactorResourceFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.resources.LoopResources;
import reactor.netty.transport.NameResolverProvider;

/** All backends by name, built from their settings. */
public final class Backends implements AutoCloseable {

    private final LoopDelay delay;
    private final LoopResources loops;
    private final BackendClient client;
    private final DnsAddressResolverGroup names;
    private final SslBundles bundles;
    private final Map<String, Backend> byName = new LinkedHashMap<>();
    private final List<NameLookup> lookups = new ArrayList<>();

    /**
     * @param settings checked by {@link BackendSettings}
     * @param bundles those that the settings name are there
     * @param resources the event loops of the server: a call that stays on its request's loop does not change threads
     * @param delay of these loops
     */
    public Backends(GatewayProperties settings, SslBundles bundles, ReactorResourceFactory resources, LoopDelay delay) {
        this.delay = delay;
        this.bundles = bundles;
        this.client = settings.backendClient();
        this.loops = resources.getLoopResources();
        this.names = NameResolverProvider.builder().build().newNameResolverGroup(loops, LoopResources.DEFAULT_NATIVE);
        String via = "1.1 " + ViaName.of(settings);
        JsonCheck json = new JsonCheck(settings.json().maxDepth());
        settings.backends()
                .forEach((name, backend) ->
                        byName.put(name, build(name, backend, limit(name, backend, settings.limits()), json, via)));
    }

    /** The backend of that name, or null when there is none. */
    public @Nullable Backend find(String name) {
        return byName.get(name);
    }

    /** The names, in the order of the settings. */
    public Set<String> names() {
        return Collections.unmodifiableSet(byName.keySet());
    }

    /** All of them, in the order of the settings. */
    public Collection<Backend> all() {
        return byName.values();
    }

    /** Registers the meters of circuit breakers, limits and pools. */
    public void bindTo(MeterRegistry meters) {
        byName.values().forEach(backend -> {
            backend.instances().bindTo(meters);
            backend.resends().bindTo(backend.name(), meters);
            LimitMeters.bind(backend.limit(), backend.name(), meters);
            Circuit circuit = backend.circuit();
            if (circuit != null) {
                circuit.bindTo(meters);
            }
        });
    }

    /** Tries a connection to each instance of each backend, and sends no request. Completes in any case. */
    public Mono<Void> tryConnections() {
        return Flux.fromIterable(byName.values())
                .flatMap(backend -> backend.instances().tryConnections())
                .then();
    }

    @Override
    public void close() {
        lookups.forEach(NameLookup::close);
        byName.values().forEach(backend -> backend.instances().close());
        if (!loops.isDisposed()) {
            // Otherwise they have ended with their loops.
            names.close();
        }
    }

    private ConcurrencyLimit limit(
            String name, BackendProperties backend, GatewayProperties.ConcurrencySettings limits) {
        BackendProperties.Bulkhead bulkhead = backend.bulkhead();
        int max = bulkhead.maxConcurrentCalls();
        int maxWaiting = backend.queue().max();
        LimitShares shares = new LimitShares(limits.normalShare(), limits.backgroundShare());
        return limits.adaptive() && bulkhead.adaptive()
                ? ConcurrencyLimit.adaptive(
                        name,
                        bulkhead.minConcurrentCalls(),
                        max,
                        Math.min(ConcurrencyLimit.INITIAL, max),
                        shares,
                        maxWaiting,
                        limits.slowFrom(),
                        delay::nanos)
                : ConcurrencyLimit.fixed(name, max, shares, maxWaiting);
    }

    private Backend build(String name, BackendProperties settings, ConcurrencyLimit limit, JsonCheck json, String via) {
        BaseUrl base = BaseUrl.of(settings.baseUrl());
        String bundle = settings.ssl().bundle();
        SslContext tls = bundle == null ? null : BackendTls.of(bundles, bundle, settings.http2());
        InstanceFactory factory = new InstanceFactory(name, settings, base, tls, loops, client, names, via);
        Instances instances = factory.instances();
        NameLookup lookup = factory.lookup(instances);
        if (lookup != null) {
            lookups.add(lookup);
        }
        String path = base.path();
        return new Backend(
                name,
                base.origin(),
                path.endsWith("/") ? path.substring(0, path.length() - 1) : path,
                loops,
                instances,
                limit,
                settings.queue(),
                settings.circuitBreaker().enabled() ? circuit(name, settings.circuitBreaker()) : null,
                ResendBudget.of(settings),
                (int) settings.maxResponseSize().toBytes(),
                settings.circuitBreaker().callerDeadlineFloor(),
                settings.passToken(),
                settings.instances().sticky(),
                json);
    }

    private Circuit circuit(String name, BackendProperties.CircuitBreaker settings) {
        CircuitBreakerConfig config = CircuitBreakerConfig.custom()
                .failureRateThreshold(settings.failureRateThreshold())
                .slowCallRateThreshold(settings.slowCallRateThreshold())
                .slowCallDurationThreshold(settings.slowCallDurationThreshold())
                .slidingWindow(
                        settings.slidingWindowSize(),
                        settings.minimumNumberOfCalls(),
                        settings.slidingWindowType(),
                        // The lock-free window is a chain of nodes: once one is old, the collector keeps all that
                        // follow.
                        CircuitBreakerConfig.SlidingWindowSynchronizationStrategy.SYNCHRONIZED)
                .waitDurationInOpenState(settings.waitDurationInOpenState())
                .permittedNumberOfCallsInHalfOpenState(settings.permittedNumberOfCallsInHalfOpenState())
                .writableStackTraceEnabled(false)
                .build();
        return new Circuit(CircuitBreaker.of(name, config), settings.waitDurationInOpenState());
    }
}
