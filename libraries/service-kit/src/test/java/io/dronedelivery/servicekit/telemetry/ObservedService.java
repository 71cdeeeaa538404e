package io.dronedelivery.servicekit.telemetry;

import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.problem.ProblemType;
import io.dronedelivery.servicekit.security.Access;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;

/** A small WebFlux service as a user starts it. */
final class ObservedService implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(ObservedService.class);

    private final ConfigurableApplicationContext context;

    private ObservedService(ConfigurableApplicationContext context) {
        this.context = context;
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(Things.class)
    static class Application {}

    @RestController
    @Access("public")
    static class Things {

        /** Until somebody asks for what is slow. */
        final CountDownLatch begun = new CountDownLatch(1);

        private final MeterRegistry registry;

        Things(MeterRegistry registry) {
            this.registry = registry;
        }

        @GetMapping("/things/{id}")
        Mono<String> thing(@PathVariable String id) {
            registry.counter("things.read", "kind", "test").increment();
            log.info("thing {} was read", id);
            return Mono.just(id);
        }

        @GetMapping("/later/{id}")
        Mono<String> later(@PathVariable String id) {
            return Mono.delay(Duration.ofMillis(10))
                    .then(thing(id).doOnNext(read -> log.info("thing {} was read", id)));
        }

        @GetMapping("/slow")
        Mono<String> slow() {
            begun.countDown();
            return Mono.delay(Duration.ofSeconds(1)).map(tick -> {
                registry.counter("things.slow").increment();
                return "at last";
            });
        }

        @GetMapping("/bug")
        Mono<String> bug() {
            return Mono.error(new IllegalStateException("a bug of the test's"));
        }

        @GetMapping("/busy")
        Mono<String> busy() {
            return Mono.error(ProblemException.of(ProblemType.UNAVAILABLE, "Come again."));
        }

        @GetMapping("/missing")
        Mono<String> missing() {
            return Mono.error(ProblemException.of(ProblemType.NOT_FOUND, "There is none."));
        }
    }

    /**
     * Starts it.
     *
     * @param connectionString where the telemetry goes to; empty to send none
     * @param settings further ones, each as {@code name=value}
     */
    static ObservedService start(String connectionString, String... settings) {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("server.port", "0");
        all.put("spring.main.banner-mode", "off");
        all.put("spring.config.import", "classpath:service-kit.yml");
        all.put("spring.application.name", "thing-service");
        all.put("applicationinsights.connection.string", connectionString);
        all.put("telemetry.export.delay", "50ms");
        all.put("telemetry.export.interval", "300ms");
        for (String setting : settings) {
            int equals = setting.indexOf('=');
            all.put(setting.substring(0, equals), setting.substring(equals + 1));
        }
        return new ObservedService(new SpringApplicationBuilder(Application.class)
                .main(Application.class)
                .run(all.entrySet().stream().map(setting -> "--" + setting).toArray(String[]::new)));
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    boolean has(Class<?> type) {
        return context.getBeanNamesForType(type).length > 0;
    }

    /** Asks for a path, with headers as names and values in turn; the status of the answer. */
    Mono<Integer> ask(String path, String... headers) {
        return WebClient.create("http://localhost:" + context.getEnvironment().getProperty("local.server.port"))
                .get()
                .uri(path)
                .headers(all -> {
                    for (int i = 0; i < headers.length; i += 2) {
                        all.add(headers[i], headers[i + 1]);
                    }
                })
                .exchangeToMono(response ->
                        response.releaseBody().thenReturn(response.statusCode().value()));
    }

    int get(String path, String... headers) {
        Integer status = ask(path, headers).block(Duration.ofSeconds(60));
        return status == null ? -1 : status;
    }

    @Override
    public void close() {
        context.close();
    }
}
