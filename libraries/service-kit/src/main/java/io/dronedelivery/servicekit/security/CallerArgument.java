package io.dronedelivery.servicekit.security;

import org.springframework.core.MethodParameter;
import org.springframework.security.core.context.ReactiveSecurityContextHolder;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.web.reactive.BindingContext;
import org.springframework.web.reactive.result.method.HandlerMethodArgumentResolver;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Gives a controller's method its {@link Caller}. */
record CallerArgument(Callers callers) implements HandlerMethodArgumentResolver {

    @Override
    public boolean supportsParameter(MethodParameter parameter) {
        return parameter.getParameterType() == Caller.class;
    }

    @Override
    public Mono<Object> resolveArgument(MethodParameter parameter, BindingContext binding, ServerWebExchange exchange) {
        if (!callers.areAsked()) {
            return Mono.just(Caller.ANYBODY);
        }
        return ReactiveSecurityContextHolder.getContext()
                .map(SecurityContext::getAuthentication)
                .ofType(CallerAuthentication.class)
                .<Object>map(CallerAuthentication::caller)
                .switchIfEmpty(Mono.error(Callers::unauthenticated));
    }
}
