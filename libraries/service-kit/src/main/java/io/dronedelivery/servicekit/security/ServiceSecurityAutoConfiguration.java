package io.dronedelivery.servicekit.security;

import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.problem.ProblemType;
import io.dronedelivery.servicekit.security.AccessRules.PathRule;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementPortType;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.http.HttpHeaders;
import org.springframework.security.authentication.ReactiveAuthenticationManager;
import org.springframework.security.authorization.AuthorizationDecision;
import org.springframework.security.authorization.AuthorizationResult;
import org.springframework.security.authorization.ReactiveAuthorizationManager;
import org.springframework.security.config.annotation.web.reactive.EnableWebFluxSecurity;
import org.springframework.security.config.web.server.SecurityWebFiltersOrder;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.core.Authentication;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.security.web.server.authentication.AuthenticationWebFilter;
import org.springframework.security.web.server.authorization.AuthorizationContext;
import org.springframework.security.web.server.context.NoOpServerSecurityContextRepository;
import org.springframework.security.web.server.firewall.ServerExchangeRejectedHandler;
import org.springframework.security.web.server.util.matcher.PathPatternParserServerWebExchangeMatcher;
import org.springframework.web.reactive.DispatcherHandler;
import org.springframework.web.reactive.config.WebFluxConfigurer;
import org.springframework.web.reactive.result.method.annotation.ArgumentResolverConfigurer;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerMapping;
import reactor.core.publisher.Mono;

/**
 * Asks the callers of a service's controllers who they are, and enforces {@link Access}. The gateway, whose endpoints are no controllers,
 * does the same itself.
 */
@AutoConfiguration(after = CallersAutoConfiguration.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
class ServiceSecurityAutoConfiguration {

    @Bean
    AccessRules accessRules(@Qualifier("requestMappingHandlerMapping") RequestMappingHandlerMapping controllers) {
        return AccessRules.of(controllers.getHandlerMethods());
    }

    @Bean
    OperatorsFilter operatorsFilter(
            ApplicationContext application, DispatcherHandler controllers, Callers callers, Environment environment) {
        return new OperatorsFilter(
                application, controllers, callers, ManagementPortType.get(environment) == ManagementPortType.DIFFERENT);
    }

    @Bean
    WebFluxConfigurer callerArgument(Callers callers) {
        return new WebFluxConfigurer() {
            @Override
            public void configureArgumentResolvers(ArgumentResolverConfigurer resolvers) {
                resolvers.addCustomResolver(new CallerArgument(callers));
            }
        };
    }

    /** Spring Security's filters, where there is an issuer. What is refused becomes a problem detail like every other failure. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty("security.issuer")
    @EnableWebFluxSecurity
    static class Chain {

        /** What Spring Security's firewall refuses, such as a path with {@code //}, before any filter sees it. */
        @Bean
        ServerExchangeRejectedHandler serverExchangeRejectedHandler() {
            return (exchange, refusal) -> Mono.error(ProblemException.of(
                    ProblemType.INVALID_REQUEST,
                    "The request's method, path or headers have characters that are refused."));
        }

        @Bean
        SecurityWebFilterChain securityWebFilterChain(
                ServerHttpSecurity http, AccessRules rules, Callers callers, SecurityProperties settings) {
            ReactiveAuthorizationManager<AuthorizationContext> operators =
                    permits(new AccessRule(AccessRule.AccessKind.SCOPE, settings.operationsScope()));
            return http.csrf(ServerHttpSecurity.CsrfSpec::disable)
                    .httpBasic(ServerHttpSecurity.HttpBasicSpec::disable)
                    .formLogin(ServerHttpSecurity.FormLoginSpec::disable)
                    .logout(ServerHttpSecurity.LogoutSpec::disable)
                    .requestCache(ServerHttpSecurity.RequestCacheSpec::disable)
                    // service-kit.response-headers has them, also for what is refused before Spring sees it.
                    .headers(ServerHttpSecurity.HeaderSpec::disable)
                    .securityContextRepository(NoOpServerSecurityContextRepository.getInstance())
                    .addFilterAt(authentication(callers), SecurityWebFiltersOrder.AUTHENTICATION)
                    .exceptionHandling(refusals -> refusals.authenticationEntryPoint(
                                    (exchange, failure) -> Mono.error(Callers.unauthenticated()))
                            .accessDeniedHandler((exchange, failure) -> Mono.error(Callers.forbidden())))
                    .authorizeExchange(exchanges -> {
                        for (PathRule rule : rules.all()) {
                            exchanges
                                    .matchers(new PathPatternParserServerWebExchangeMatcher(rule.path(), rule.method()))
                                    .access(permits(rule.access()));
                        }
                        // Both are served on the management port alone.
                        exchanges.pathMatchers(AccessRules.OPERATORS + "**").access(operators);
                        exchanges.pathMatchers("/actuator/**").permitAll();
                        exchanges.anyExchange().authenticated();
                    })
                    .build();
        }

        private static AuthenticationWebFilter authentication(Callers callers) {
            ReactiveAuthenticationManager verified = Mono::just;
            AuthenticationWebFilter filter = new AuthenticationWebFilter(verified);
            filter.setServerAuthenticationConverter(
                    exchange -> exchange.getRequest().getHeaders().containsHeader(HttpHeaders.AUTHORIZATION)
                            ? callers.of(exchange.getRequest()).map(CallerAuthentication::new)
                            : Mono.empty());
            filter.setSecurityContextRepository(NoOpServerSecurityContextRepository.getInstance());
            return filter;
        }

        private static ReactiveAuthorizationManager<AuthorizationContext> permits(AccessRule rule) {
            return new ReactiveAuthorizationManager<>() {
                @Override
                public Mono<AuthorizationResult> authorize(Mono<Authentication> caller, AuthorizationContext context) {
                    if (!rule.needsToken()) {
                        return Mono.just(new AuthorizationDecision(true));
                    }
                    return caller.ofType(CallerAuthentication.class)
                            .<AuthorizationResult>map(known -> new AuthorizationDecision(rule.permits(known.caller())))
                            .defaultIfEmpty(new AuthorizationDecision(false));
                }
            };
        }
    }
}
