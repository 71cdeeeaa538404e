package io.dronedelivery.gateway.backend;

import io.dronedelivery.gateway.limit.LimitMeters;
import io.dronedelivery.gateway.settings.BackendProperties;
import io.dronedelivery.gateway.settings.BaseUrl;
import io.dronedelivery.gateway.settings.EndpointProperties;
import io.dronedelivery.gateway.settings.GatewayProperties;
import io.dronedelivery.gateway.settings.HeaderNames;
import io.dronedelivery.gateway.settings.SettingFaults;
import io.dronedelivery.gateway.settings.StickyProperties;
import io.dronedelivery.gateway.tls.BundleFaults;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.util.unit.DataSize;

/** Checks the settings of the backends. */
public final class BackendSettings {

    private static final Pattern WITH_PORT = Pattern.compile("[^/]+:\\d+");
    private static final int MAX_WEIGHT = 1000;
    private static final String ONE_INSTANCE =
            "has no effect, because there is one instance; set addresses or from-dns";

    private BackendSettings() {}

    /** Notes what is wrong with {@code gateway.backends}. */
    public static void check(GatewayProperties settings, SslBundles bundles, SettingFaults faults) {
        for (Map.Entry<String, BackendProperties> entry : settings.backends().entrySet()) {
            String property = "gateway.backends." + entry.getKey();
            faults.requireName(property, entry.getKey());
            faults.require(
                    !entry.getKey().equals(LimitMeters.REQUESTS),
                    property,
                    null,
                    "is what the meters call the limit of all requests; use another name");
            check(property, entry.getValue(), faults);
            checkMemory(property, entry.getValue(), settings.limits().maxAnswerMemory(), faults);
            checkTls(property, entry.getValue(), bundles, faults);
            StickyProperties sticky = entry.getValue().instances().sticky();
            if (sticky != null) {
                checkSticky(property + ".instances.sticky", sticky, entry.getKey(), settings, faults);
            }
        }
    }

    /**
     * The settings with those of another backend in place of each that has a fault: endpoints that name it are compiled, too, so that their
     * faults are found.
     */
    static GatewayProperties withoutFaulty(GatewayProperties settings, SettingFaults faults) {
        Map<String, BackendProperties> backends = new LinkedHashMap<>(settings.backends());
        backends.replaceAll((name, backend) -> faults.isFaulty("gateway.backends." + name)
                ? new Binder(new MapConfigurationPropertySource(Map.of("it.base-url", "http://localhost")))
                        .bind("it", BackendProperties.class)
                        .get()
                : backend);
        return settings.withBackends(backends);
    }

    private static void check(String property, BackendProperties backend, SettingFaults faults) {
        String fault = faultInUrl(backend.baseUrl());
        if (fault != null) {
            faults.add(property + ".base-url", backend.baseUrl(), fault);
        }
        faults.requireTime(property + ".connect-timeout", backend.connectTimeout());
        faults.requireSize(property + ".max-response-size", backend.maxResponseSize(), "64MB");
        faults.require(
                backend.maxHeaderSize().toBytes() >= 1024
                        && backend.maxHeaderSize().toBytes()
                                <= DataSize.ofMegabytes(1).toBytes(),
                property + ".max-header-size",
                backend.maxHeaderSize(),
                "must be from 1KB to 1MB");
        checkInstances(property + ".instances", backend.instances(), faults);
        BackendProperties.ConnectionPoolSettings pool = backend.pool();
        faults.requireTime(property + ".pool.pending-acquire-timeout", pool.pendingAcquireTimeout());
        faults.requireTime(property + ".pool.max-idle-time", pool.maxIdleTime());
        faults.requireTime(property + ".pool.max-life-time", pool.maxLifeTime());
        BackendProperties.CircuitBreaker circuit = backend.circuitBreaker();
        faults.requireTime(
                property + ".circuit-breaker.slow-call-duration-threshold", circuit.slowCallDurationThreshold());
        faults.requireTime(property + ".circuit-breaker.caller-deadline-floor", circuit.callerDeadlineFloor());
        faults.requireTime(
                property + ".circuit-breaker.wait-duration-in-open-state", circuit.waitDurationInOpenState());
    }

    private static void checkMemory(
            String property, BackendProperties backend, @Nullable DataSize most, SettingFaults faults) {
        faults.require(
                most == null || backend.maxResponseSize().compareTo(most) <= 0,
                property + ".max-response-size",
                backend.maxResponseSize(),
                "must not be above gateway.limits.max-answer-memory, which is " + most);
    }

    private static void checkTls(String property, BackendProperties backend, SslBundles bundles, SettingFaults faults) {
        String bundle = backend.ssl().bundle();
        if (bundle == null || faults.isFaulty(property + ".base-url")) {
            return;
        }
        String fault = BaseUrl.of(backend.baseUrl()).isSecure()
                ? BundleFaults.find(bundles, bundle)
                : "has no effect, because base-url is not https";
        if (fault != null) {
            faults.add(property + ".ssl.bundle", bundle, fault);
        }
    }

    private static void checkInstances(
            String property, BackendProperties.InstanceSettings instances, SettingFaults faults) {
        for (String address : instances.addresses()) {
            requireAddress(property + ".addresses", address, faults);
        }
        faults.require(
                Set.copyOf(instances.addresses()).size()
                        == instances.addresses().size(),
                property + ".addresses",
                instances.addresses(),
                "has an address twice");
        faults.require(
                !instances.fromDns() || instances.addresses().isEmpty(),
                property + ".from-dns",
                true,
                "must not be set together with addresses: either they are listed or the name service has them");
        faults.require(
                instances.fromDns() || instances.dnsServers().isEmpty(),
                property + ".dns-servers",
                instances.dnsServers(),
                "has no effect, because from-dns is not true");
        for (String server : instances.dnsServers()) {
            requireAddress(property + ".dns-servers", server, faults);
        }
        faults.requireTime(property + ".dns-interval", instances.dnsInterval());
        faults.requireTime(property + ".left-out", instances.leftOut());
        faults.requireTime(property + ".left-out-max", instances.leftOutMax());
        faults.require(
                instances.leftOut().compareTo(instances.leftOutMax()) <= 0,
                property + ".left-out",
                instances.leftOut(),
                "must not be longer than left-out-max");
        checkShares(property, instances, faults);
    }

    /** Without addresses there is one instance, and nothing to divide. */
    private static void checkShares(
            String property, BackendProperties.InstanceSettings instances, SettingFaults faults) {
        List<Integer> weights = instances.weights();
        faults.require(
                weights.isEmpty() || weights.size() == instances.addresses().size(),
                property + ".weights",
                weights,
                "must have one weight for each of addresses, of which there are "
                        + instances.addresses().size());
        for (int weight : weights) {
            faults.require(
                    weight >= 1 && weight <= MAX_WEIGHT,
                    property + ".weights",
                    weight,
                    "must be from 1 to " + MAX_WEIGHT + "; take an instance that is to get no calls out of addresses");
        }
        boolean several = instances.fromDns() || instances.addresses().size() > 1;
        if (!instances.slowStart().isZero()) {
            faults.requireTime(property + ".slow-start", instances.slowStart());
            faults.require(several, property + ".slow-start", instances.slowStart(), ONE_INSTANCE);
        }
        faults.require(several || instances.sticky() == null, property + ".sticky", null, ONE_INSTANCE);
    }

    private static void checkSticky(
            String property,
            StickyProperties sticky,
            String backend,
            GatewayProperties settings,
            SettingFaults faults) {
        String variable = sticky.variable();
        String header = sticky.header();
        faults.require(
                (variable == null) != (header == null), property, null, "must have either a variable or a header");
        faults.require(
                header == null || HeaderNames.isName(header),
                property + ".header",
                header,
                "is not the name of a header");
        faults.require(
                variable == null
                        || endpoints(backend, settings)
                                .anyMatch(endpoint -> endpoint.path().contains('{' + variable + '}')
                                        || endpoint.variables().containsKey(variable))
                        || isOfElement(variable, backend, settings),
                property + ".variable",
                variable,
                "is a variable of no aggregation or forward that calls this backend");
    }

    private static boolean isOfElement(String variable, String backend, GatewayProperties settings) {
        return settings.aggregations().values().stream()
                .flatMap(aggregation -> aggregation.parts().values().stream())
                .anyMatch(part -> part.backend().equals(backend)
                        && part.each() != null
                        && part.each().variable().equals(variable));
    }

    private static Stream<EndpointProperties> endpoints(String backend, GatewayProperties settings) {
        return Stream.concat(
                settings.aggregations().values().stream()
                        .filter(aggregation -> aggregation.parts().values().stream()
                                .anyMatch(part -> part.backend().equals(backend))),
                settings.forwards().values().stream()
                        .filter(forward -> forward.backend().equals(backend)));
    }

    private static void requireAddress(String property, String address, SettingFaults faults) {
        faults.require(
                faultInUrl("http://" + address) == null
                        && WITH_PORT.matcher(address).matches(),
                property,
                address,
                "must be host:port, such as 10.0.0.7:8101");
    }

    private static @Nullable String faultInUrl(String url) {
        try {
            BaseUrl.of(url);
            return null;
        } catch (IllegalArgumentException e) {
            return e.getMessage();
        }
    }
}
