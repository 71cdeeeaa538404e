package io.dronedelivery.gateway.endpoint;

import io.dronedelivery.gateway.settings.CorsProperties;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.reactive.CorsConfigurationSource;
import org.springframework.web.server.ServerWebExchange;

/**
 * What a web page of another origin may do at a path: call the methods of the endpoints there. For other paths and for origins that are not
 * allowed there is nothing, and then Spring writes no header.
 */
final class EndpointCors implements CorsConfigurationSource {

    private final CorsProperties settings;
    private final Router router;
    private final CorsConfiguration origins = new CorsConfiguration();

    EndpointCors(CorsProperties settings, Router router) {
        this.settings = settings;
        this.router = router;
        origins.setAllowedOrigins(settings.allowedOrigins());
    }

    @Override
    public @Nullable CorsConfiguration getCorsConfiguration(ServerWebExchange exchange) {
        String origin = exchange.getRequest().getHeaders().getOrigin();
        if (origin == null || origins.checkOrigin(origin) == null) {
            return null;
        }
        Set<HttpMethod> methods =
                router.methodsAt(exchange.getRequest().getPath().pathWithinApplication());
        if (methods.isEmpty()) {
            return null;
        }
        CorsConfiguration here = new CorsConfiguration(origins);
        here.setAllowedMethods(methods.stream().map(HttpMethod::name).toList());
        here.setAllowedHeaders(settings.allowedHeaders());
        here.setExposedHeaders(settings.exposedHeaders());
        here.setMaxAge(settings.maxAge());
        return here;
    }
}
