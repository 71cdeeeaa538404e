package io.dronedelivery.gateway.backend.instance;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.gateway.testing.TestGateway.Response;
import io.dronedelivery.servicekit.security.Access;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.http.client.ReactorResourceFactory;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Real services, with the edge that all of this repository have, stopped and started while callers POST. */
class StoppedInstanceTest {

    private static final int CALLERS = 8;
    private static final int STOPS = 4;
    private static final int CALLS_BETWEEN = 100;

    /** Nobody connects from these, so a port is still free when its instance comes back. */
    private static final List<String> HOSTS = List.of("127.0.0.2", "127.0.0.3");

    private static final Queue<Integer> DONE = new ConcurrentLinkedQueue<>();

    private final AtomicInteger calls = new AtomicInteger();
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private volatile boolean stopped;

    @Test
    void no_post_fails_or_is_done_twice_while_instances_are_stopped_in_order() throws InterruptedException {
        List<ConfigurableApplicationContext> instances = new ArrayList<>(List.of(instance(0, 0), instance(1, 0)));
        List<Integer> ports = instances.stream().map(StoppedInstanceTest::port).toList();
        ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
        try (TestGateway gateway = gateway(ports)) {
            for (int i = 0; i < CALLERS; i++) {
                callers.execute(() -> callOn(gateway));
            }
            for (int i = 0; i < STOPS; i++) {
                int next = i % 2;
                awaitMoreCalls();
                instances.get(next).close();
                awaitMoreCalls();
                instances.set(next, instance(next, ports.get(next)));
            }
            stopped = true;
            callers.shutdown();
            assertThat(callers.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
        } finally {
            callers.shutdownNow();
            instances.forEach(ConfigurableApplicationContext::close);
        }

        assertThat(failures).isEmpty();
        assertThat(DONE).doesNotHaveDuplicates().hasSize(calls.get());
    }

    private void callOn(TestGateway gateway) {
        while (!stopped) {
            int number = calls.incrementAndGet();
            Response response = gateway.post("/count?number=" + number, "{}");
            if (response.status() != 200) {
                failures.add(number + ": " + response.status() + " " + response.body());
            }
        }
    }

    private void awaitMoreCalls() {
        int enough = calls.get() + CALLS_BETWEEN;
        Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> calls.get() >= enough);
    }

    private static TestGateway gateway(List<Integer> ports) {
        return TestGateway.start(
                "gateway.backends.counting.base-url=http://counting.test",
                "gateway.backends.counting.instances.left-out=100ms",
                "gateway.backends.counting.instances.addresses[0]=" + HOSTS.get(0) + ":" + ports.get(0),
                "gateway.backends.counting.instances.addresses[1]=" + HOSTS.get(1) + ":" + ports.get(1),
                "gateway.forwards.count.method=POST",
                "gateway.forwards.count.path=/count",
                "gateway.forwards.count.backend=counting",
                "gateway.forwards.count.target=/count?number={number}",
                "gateway.forwards.count.variables.number.type=integer",
                "gateway.forwards.count.timeout=60s");
    }

    private static ConfigurableApplicationContext instance(int index, int port) {
        return new SpringApplicationBuilder(Counting.class)
                .properties("spring.config.location=classpath:service-kit.yml", "spring.application.name=counting")
                .properties("springdoc.api-docs.enabled=false")
                .run("--server.address=" + HOSTS.get(index), "--server.port=" + port);
    }

    private static int port(ConfigurableApplicationContext instance) {
        return instance.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @RestController
    @Access("public")
    static class Counting {

        /** Threads of its own: the end of one instance must not take away those of everybody else in this JVM. */
        @Bean
        ReactorResourceFactory reactorResources() {
            ReactorResourceFactory resources = new ReactorResourceFactory();
            resources.setUseGlobalResources(false);
            resources.setShutdownQuietPeriod(Duration.ZERO);
            return resources;
        }

        @PostMapping("/count")
        int count(@RequestParam int number) {
            DONE.add(number);
            return number;
        }
    }
}
