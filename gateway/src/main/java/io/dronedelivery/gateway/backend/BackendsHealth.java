package io.dronedelivery.gateway.backend;

import io.dronedelivery.gateway.backend.instance.Instances;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * One component for each backend with the state of its circuit breaker.
 *
 * <p>An open circuit must not take the gateway out of service, because it still answers without that backend. So the status is
 * CIRCUIT_OPEN, which does not count as DOWN, and the readiness group does not contain this component.
 */
final class BackendsHealth {

    private BackendsHealth() {}

    static CompositeHealthContributor of(Backends backends) {
        Map<String, HealthContributor> components = new LinkedHashMap<>();
        backends.all().forEach(backend -> components.put(backend.name(), (HealthIndicator) () -> health(backend)));
        return CompositeHealthContributor.fromMap(components);
    }

    private static Health health(Backend backend) {
        Circuit circuit = backend.circuit();
        if (circuit == null) {
            return instances(Health.up(), backend).build();
        }
        CircuitBreaker breaker = circuit.breaker();
        Health.Builder health = switch (breaker.getState()) {
            case OPEN, FORCED_OPEN -> Health.status("CIRCUIT_OPEN");
            case HALF_OPEN -> Health.status("CIRCUIT_HALF_OPEN");
            default -> Health.up();
        };
        float failureRate = breaker.getMetrics().getFailureRate();
        health.withDetail("circuit", breaker.getState().name());
        if (failureRate >= 0) {
            health.withDetail("failureRatePercent", failureRate);
        }
        return instances(health, backend).build();
    }

    private static Health.Builder instances(Health.Builder health, Backend backend) {
        Instances instances = backend.instances();
        return instances.count() == 1
                ? health
                : health.withDetail("instances", instances.addresses()).withDetail("instancesIn", instances.countIn());
    }
}
