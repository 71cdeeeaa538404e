package io.dronedelivery.gateway.endpoint;

import io.dronedelivery.gateway.limit.CallerRates;
import io.dronedelivery.gateway.limit.LoopDelay;
import io.dronedelivery.gateway.limit.RefusalPace;
import io.dronedelivery.gateway.settings.GatewayProperties;
import io.dronedelivery.gateway.settings.ViaName;
import io.dronedelivery.gateway.telemetry.RequestTracing;
import io.dronedelivery.servicekit.edge.CallerAddresses;
import io.dronedelivery.servicekit.edge.TrustedPages;
import io.dronedelivery.servicekit.security.Callers;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.observation.ObservationPredicate;
import java.util.ArrayList;
import java.util.List;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.webflux.autoconfigure.WebHttpHandlerBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.client.ReactorResourceFactory;
import org.springframework.http.server.reactive.observation.ServerRequestObservationContext;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.reactive.CorsUtils;
import org.springframework.web.cors.reactive.CorsWebFilter;
import org.springframework.web.server.WebFilter;

@Configuration(proxyBeanMethods = false)
class EndpointConfiguration {

    @Bean
    RequestLimit requestLimit(
            GatewayProperties settings, LoopDelay delay, ReactorResourceFactory resources, MeterRegistry meters) {
        return new RequestLimit(settings, delay, resources.getLoopResources(), meters);
    }

    @Bean
    Router endpointRouter(List<Endpoint.EndpointGroup> groups, RequestLimit requestLimit, MeterRegistry meters) {
        List<Endpoint> endpoints =
                groups.stream().<Endpoint>flatMap(group -> group.all().stream()).toList();
        return new Router(endpoints, requestLimit, meters);
    }

    @Bean
    RateLimitAddresses rateLimitAddresses(GatewayProperties settings, Callers callers, CallerAddresses addresses) {
        return new RateLimitAddresses(settings, callers.areOfThisMachine() || addresses.areKnown());
    }

    /**
     * Puts the endpoints behind all other filters, also those without an order: otherwise authentication that was added as a filter would
     * be bypassed.
     */
    @Bean
    @Order(Ordered.LOWEST_PRECEDENCE)
    WebHttpHandlerBuilderCustomizer endpointsBehindAllFilters(
            Router router,
            RequestLimit requestLimit,
            RequestTracing tracing,
            Callers callers,
            RateLimitAddresses addresses,
            GatewayProperties settings) {
        addresses.check();
        RoutingFilter endpoints = new RoutingFilter(
                router,
                requestLimit,
                new RefusalPace(settings.limits().promptRefusals()),
                tracing,
                callers,
                new RequestRates(
                        CallerRates.of(settings.rateLimit(), settings.limits().gateways())),
                ViaName.of(settings));
        return builder -> builder.filters(filters -> filters.add(endpoints));
    }

    /** Comes before service-kit's filter, which refuses what no endpoint takes: a page may read why. */
    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE + 5)
    @Conditional(OnAllowedOrigins.class)
    WebFilter corsOfRequests(GatewayProperties settings, Router router) {
        return cors(settings, router, false);
    }

    /**
     * Comes behind that filter, which gives the answer the headers of all answers, and before filters that authenticate: a browser asks
     * without credentials whether it may ask.
     */
    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE + 20)
    @Conditional(OnAllowedOrigins.class)
    WebFilter corsOfPreflights(GatewayProperties settings, Router router) {
        return cors(settings, router, true);
    }

    /** Also the pages that may call when no token is requested. */
    @Bean
    TrustedPages pagesOfCors(GatewayProperties settings) {
        CorsConfiguration origins = new CorsConfiguration();
        origins.setAllowedOrigins(settings.cors().allowedOrigins());
        return origin -> origins.checkOrigin(origin) != null;
    }

    /** @param ofPreflights whether it is for preflights alone, or for all other requests */
    private static WebFilter cors(GatewayProperties settings, Router router, boolean ofPreflights) {
        WebFilter cors = new CorsWebFilter(new EndpointCors(settings.cors(), router), new CorsForCaches());
        return (exchange, chain) -> CorsUtils.isPreFlightRequest(exchange.getRequest()) == ofPreflights
                ? cors.filter(exchange, chain)
                : chain.filter(exchange);
    }

    @Bean
    DocumentationPaths documentationPaths(
            @Value("${springdoc.api-docs.path:/v3/api-docs}") String document,
            @Value("${springdoc.swagger-ui.path:/swagger-ui.html}") String page) {
        return DocumentationPaths.of(document, page);
    }

    /**
     * The paths that Spring itself answers on the same port; an endpoint at one of them would hide it.
     *
     * @param actuator the base path of the actuator's endpoints
     */
    @Bean
    ReservedPaths reservedPaths(
            @Value("${management.endpoints.web.base-path:/actuator}") String actuator,
            DocumentationPaths documentation) {
        List<String> paths = new ArrayList<>(List.of(actuator));
        paths.addAll(documentation.all());
        return ReservedPaths.of(paths);
    }

    /**
     * Endpoints record {@code http.server.requests} themselves, see {@link RequestMeters}; all else is observed as usual, and so are
     * preflights where they are answered before any endpoint is asked.
     */
    @Bean
    ObservationPredicate endpointsObserveThemselves(Router router, GatewayProperties settings) {
        boolean cors = !settings.cors().allowedOrigins().isEmpty();
        return (name, context) -> !(context instanceof ServerRequestObservationContext request
                && request.getCarrier() != null
                && router.matches(request.getCarrier().getPath().pathWithinApplication())
                && !(cors && CorsUtils.isPreFlightRequest(request.getCarrier())));
    }
}
