package io.dronedelivery.gateway.door;

import static io.dronedelivery.gateway.door.DoorTest.BROWSER;
import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.servicekit.security.Access;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/** Gateways with another door, or with none. */
@ExtendWith(NoBufferLeaks.class)
class OtherDoorsTest {

    @Test
    void it_can_be_switched_off() {
        try (TestGateway closed = TestGateway.start("gateway.door.enabled=false")) {
            assertThat(closed.get("/").status()).isEqualTo(404);
        }
    }

    @RestController
    @Access("public")
    static class MyController {

        @GetMapping("/")
        Mono<String> mine() {
            return Mono.just("mine");
        }
    }

    @Configuration
    static class MyRoute {

        @Bean
        RouterFunction<ServerResponse> mine() {
            return RouterFunctions.route()
                    .GET("/", request -> ServerResponse.ok().bodyValue("mine"))
                    .build();
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {MyController.class, MyRoute.class})
    void an_endpoint_of_the_user_at_the_root_wins(Class<?> more) {
        try (TestGateway with = TestGateway.startWith(more, "springdoc.swagger-ui.enabled=true")) {
            assertThat(with.get("/").body()).isEqualTo("mine");
            assertThat(with.get("/", "Accept", BROWSER).body()).isEqualTo("mine");
        }
    }

    @Test
    void the_page_of_the_documentation_is_linked_where_it_is_served() {
        try (TestGateway with = TestGateway.asShipped(
                "gateway.sample=false",
                "springdoc.swagger-ui.enabled=true",
                "springdoc.swagger-ui.path=/docs/page.html",
                "springdoc.api-docs.path=/docs/openapi")) {
            assertThat(with.get("/").json().path("page").asString()).isEqualTo("/docs/page.html");
            assertThat(with.get("/", "Accept", BROWSER).body())
                    .contains("href=\"./docs/page.html\"", "href=\"./docs/openapi\"", "None.");
        }
    }
}
