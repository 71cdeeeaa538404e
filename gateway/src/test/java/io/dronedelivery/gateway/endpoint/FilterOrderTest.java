package io.dronedelivery.gateway.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.gateway.GatewayApplication;
import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestBackend;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.web.server.reactive.context.ReactiveWebServerApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.WebFilter;

/** Whoever adds a filter, such as one that asks for a token, has it asked before the API answers. */
@ExtendWith(NoBufferLeaks.class)
class FilterOrderTest {

    private static WebFilter refusing(HttpStatus status) {
        return (exchange, chain) -> {
            if (!exchange.getRequest().getHeaders().containsHeader("X-Pass-" + status.value())) {
                exchange.getResponse().setStatusCode(status);
                return exchange.getResponse().setComplete();
            }
            return chain.filter(exchange);
        };
    }

    @Configuration(proxyBeanMethods = false)
    static class Filters {

        @Bean
        WebFilter withoutAnOrder() {
            return refusing(HttpStatus.UNAUTHORIZED);
        }

        @Bean
        @Order(Ordered.LOWEST_PRECEDENCE)
        WebFilter withTheLastOrder() {
            return refusing(HttpStatus.FORBIDDEN);
        }

        @Bean
        @Order(Ordered.HIGHEST_PRECEDENCE)
        WebFilter withTheFirstOrder() {
            return refusing(HttpStatus.PAYMENT_REQUIRED);
        }
    }

    @Test
    void every_filter_is_asked_before_the_api_whatever_its_order() throws Exception {
        try (TestBackend backend = TestBackend.start().on("/it", "1");
                var context = (ReactiveWebServerApplicationContext) GatewayApplication.builder()
                        .sources(Filters.class)
                        .run(
                                "--server.port=0",
                                "--management.server.port=",
                                "--spring.main.banner-mode=off",
                                "--spring.config.additional-location=classpath:test-aggregations.yml",
                                "--gateway.defaults.access=public",
                                "--gateway.defaults.deadline=2m",
                                "--gateway.defaults.part-timeout=2m",
                                "--test.backend=" + backend.url())) {
            URI uri = URI.create("http://127.0.0.1:" + context.getWebServer().getPort() + "/test/one");

            assertThat(status(uri, "X-Pass-403", "X-Pass-402")).isEqualTo(401);
            assertThat(status(uri, "X-Pass-401", "X-Pass-402")).isEqualTo(403);
            assertThat(status(uri, "X-Pass-401", "X-Pass-403")).isEqualTo(402);
            assertThat(backend.calls()).isEmpty();
            assertThat(status(uri, "X-Pass-401", "X-Pass-402", "X-Pass-403")).isEqualTo(200);
        }
    }

    private static int status(URI uri, String... passes) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri);
        for (String pass : passes) {
            request.header(pass, "1");
        }
        return HttpClient.newHttpClient()
                .send(request.build(), HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }
}
