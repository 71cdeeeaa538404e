package io.dronedelivery.servicekit.security;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Of each endpoint somebody has decided who may call it. */
class RuleMissingTest {

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Undecided {

        @RestController
        static class Things {

            @Access("public")
            @GetMapping("/news")
            Mono<String> news() {
                return Mono.just("news");
            }

            @GetMapping("/things")
            Mono<String> forgotten() {
                return Mono.just("things");
            }

            @Access("everybody")
            @PostMapping("/things")
            Mono<String> misspelt() {
                return Mono.just("done");
            }
        }
    }

    @Test
    void a_start_with_a_method_that_says_nothing_of_use_fails_and_names_it() {
        assertThatThrownBy(() -> new SpringApplicationBuilder(Undecided.class)
                        .run(
                                "--server.port=0",
                                "--management.server.port=",
                                "--spring.config.import=classpath:service-kit.yml")
                        .close())
                .rootCause()
                .isInstanceOf(RuleMissingException.class)
                .hasMessageContaining("must say who may call it")
                .hasMessageContaining("Things#forgotten")
                .hasMessageContaining("Things#misspelt")
                .hasMessageNotContaining("Things#news");
    }
}
