package io.dronedelivery.servicekit.security;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** A service with an endpoint of each kind. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
class SecuredApplication {

    @RestController
    static class Things {

        @Access("public")
        @GetMapping("/news")
        Mono<String> news() {
            return Mono.just("news");
        }

        @PostMapping("/internal/restock")
        Mono<String> restock() {
            return Mono.just("done");
        }

        @Access("authenticated")
        @GetMapping("/me")
        Mono<String> me(Caller caller) {
            return Mono.just(caller.subject());
        }

        @Access("scope:things.read")
        @GetMapping("/owners/{ownerId}/things")
        Mono<String> things(@PathVariable("ownerId") String ownerId, Caller caller) {
            return Mono.just(caller.owner(ownerId).id());
        }
    }
}
