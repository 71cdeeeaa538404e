package io.dronedelivery.servicekit.security;

import jakarta.annotation.security.RolesAllowed;
import java.net.URI;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** A service with an endpoint of each kind. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
class SecuredApplication {

    /** As a library has it that does not know {@link Access}. */
    @RestController
    @RolesAllowed("letters")
    static class Letters {

        @GetMapping("/internal/letters")
        Mono<String> letters() {
            return Mono.error(new ErrorResponseException(HttpStatus.NOT_FOUND, noLetter(), null));
        }

        private static ProblemDetail noLetter() {
            ProblemDetail problem = ProblemDetail.forStatusAndDetail(HttpStatus.NOT_FOUND, "No letter waits.");
            problem.setType(URI.create("urn:drone-delivery:problem:not-found"));
            return problem;
        }
    }

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
