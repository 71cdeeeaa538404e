package io.dronedelivery.messaging.deadletter;

import io.dronedelivery.messaging.event.EventPublisher;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.messaging.event.OutboundEvent;
import io.dronedelivery.messaging.testkit.PatientPublisher;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.http.MediaType;
import org.springframework.http.client.ReactorResourceFactory;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.test.web.reactive.server.WebTestClient;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.LoopResources;
import tools.jackson.databind.JsonNode;

/** A service with subscriptions and the operators' API, as the auto-configurations make it. */
final class Instance implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofSeconds(45);
    /** Of the client: reactor-netty's shared threads are closed by whatever application of the JVM ends. */
    private static final LoopResources CLIENT = LoopResources.create("dead-letter-client", 1, true);

    private final ConfigurableApplicationContext context;
    private final WebTestClient http;

    /** It calls nobody over HTTP: a client of Boot's would close what all tests of the JVM share. */
    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration(exclude = ReactiveHttpClientAutoConfiguration.class)
    static class Application {

        /** Threads of its own, since the shared ones end with each service and other tests use them. */
        @Bean
        ReactorResourceFactory threads() {
            ReactorResourceFactory threads = new ReactorResourceFactory();
            threads.setUseGlobalResources(false);
            return threads;
        }

        @Bean
        MeterRegistry meters() {
            return new SimpleMeterRegistry();
        }
    }

    /** An answer of the API. */
    record Answer(int status, JsonNode body) {

        String text() {
            return body.toString();
        }
    }

    private Instance(ConfigurableApplicationContext context) {
        this.context = context;
        this.http = WebTestClient.bindToServer(new ReactorClientHttpConnector(
                        HttpClient.newConnection().runOn(CLIENT)))
                .baseUrl("http://127.0.0.1:" + context.getEnvironment().getProperty("local.server.port"))
                .responseTimeout(TIMEOUT)
                .build();
    }

    static Instance start(Map<String, Object> properties, List<EventSubscription> subscriptions) {
        Map<String, Object> all = new HashMap<>();
        all.put("server.port", 0);
        all.put("spring.main.banner-mode", "off");
        // As service-kit answers in a service.
        all.put("spring.webflux.problemdetails.enabled", true);
        all.put("messaging.retry.attempts", 2);
        all.put("messaging.retry.first-backoff", "1ms");
        all.put("messaging.retry.max-backoff", "5ms");
        // A broken workshop refuses all events, which would pause the type.
        all.put("messaging.retry.breaker.failures", 10_000);
        all.put("messaging.dead-letters.watch", "250ms");
        all.put("messaging.dead-letters.timeout", "30s");
        all.putAll(properties);
        ApplicationContextInitializer<GenericApplicationContext> declare = context -> {
            for (int i = 0; i < subscriptions.size(); i++) {
                EventSubscription subscription = subscriptions.get(i);
                context.registerBean("subscription" + i, EventSubscription.class, () -> subscription);
            }
        };
        return new Instance(new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.REACTIVE)
                .initializers(declare)
                .properties(all)
                .run());
    }

    void publish(List<OutboundEvent> events) {
        new PatientPublisher(context.getBean(EventPublisher.class))
                .publishAll(events)
                .block(TIMEOUT);
    }

    /** The dead letters of the only subscription. */
    DeadLetterQueue deadLetters() {
        return context.getBean(DeadLetterQueues.class).all().get(0);
    }

    MeterRegistry meters() {
        return context.getBean(MeterRegistry.class);
    }

    /** Also with the meters that Spring Boot's actuator would bind. */
    MeterRegistry allMeters() {
        context.getBeansOfType(MeterBinder.class).values().forEach(binder -> binder.bindTo(meters()));
        return meters();
    }

    Answer get(String path) {
        return answer(http.get().uri("/internal/dead-letters" + path));
    }

    Answer delete(String path) {
        return answer(http.delete().uri("/internal/dead-letters" + path));
    }

    /** @param json an empty text for no body */
    Answer post(String path, String json) {
        WebTestClient.RequestBodySpec request = http.post().uri("/internal/dead-letters" + path);
        return answer(
                json.isEmpty()
                        ? request
                        : request.contentType(MediaType.APPLICATION_JSON).bodyValue(json));
    }

    private static Answer answer(WebTestClient.RequestHeadersSpec<?> request) {
        var result = request.exchange().expectBody(JsonNode.class).returnResult();
        return new Answer(result.getStatus().value(), result.getResponseBody());
    }

    @Override
    public void close() {
        context.close();
    }
}
