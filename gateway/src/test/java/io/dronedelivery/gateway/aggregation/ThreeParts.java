package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.gateway.backend.Backends;
import io.dronedelivery.gateway.backend.answer.BackendFailure;
import io.dronedelivery.gateway.contract.Contracts;
import io.dronedelivery.gateway.endpoint.ReservedPaths;
import io.dronedelivery.gateway.limit.LoopDelay;
import io.dronedelivery.gateway.settings.GatewayProperties;
import io.dronedelivery.gateway.settings.SettingFaults;
import io.dronedelivery.gateway.testing.MeasuredPart;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.ssl.DefaultSslBundleRegistry;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.ClassPathResource;
import org.springframework.http.client.ReactorResourceFactory;

/** The measured aggregation of {@code three-parts.yml} and a complete answer to it, without a server around them. */
final class ThreeParts {

    static final String[] VALUES = {"o-17", "2026", "11"};

    private ThreeParts() {}

    /** The aggregation, compiled as at the gateway's start. */
    static Aggregation aggregation() {
        GatewayProperties settings = settings();
        ReactorResourceFactory resources = new ReactorResourceFactory();
        resources.afterPropertiesSet();
        try (LoopDelay delay = new LoopDelay(List.of());
                Backends backends = new Backends(settings, new DefaultSslBundleRegistry(), resources, delay)) {
            SettingFaults faults = new SettingFaults();
            List<Aggregation> compiled = new AggregationCompiler(
                            settings, backends, Contracts.NONE, ReservedPaths.of(List.of()), faults)
                    .compile();
            faults.throwIfAny();
            return compiled.get(0);
        }
    }

    private static GatewayProperties settings() {
        StandardEnvironment environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .addFirst(new MapPropertySource("backend", Map.of("benchmark.backend", "http://localhost:1")));
        try {
            new YamlPropertySourceLoader()
                    .load("three-parts", new ClassPathResource("three-parts.yml"))
                    .forEach(environment.getPropertySources()::addLast);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Binder.get(environment).bindOrCreate("gateway", GatewayProperties.class);
    }

    /** What the backends answered. */
    static byte[][] bodies() {
        return Arrays.stream(MeasuredPart.values()).map(MeasuredPart::body).toArray(byte[][]::new);
    }

    /** The same as the gateway keeps it, nothing failed. */
    static Aggregate complete(byte[][] bodies) {
        byte[] @Nullable [] parts = bodies;
        return new Aggregate(parts, new BackendFailure[parts.length], new long[parts.length], 0, 0, true, null);
    }
}
