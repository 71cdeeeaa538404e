package io.dronedelivery.gateway.endpoint;

import io.dronedelivery.gateway.settings.Priority;
import io.dronedelivery.gateway.template.PathTemplate;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.server.MethodNotAllowedException;
import reactor.core.publisher.Mono;

/** Answers at an endpoint's path when no endpoint there has the method: OPTIONS with the allowed methods, any other with 405. */
final class OtherMethod implements Endpoint {

    private static final Duration TIME = Duration.ofSeconds(1);

    private final PathTemplate path;
    private final Set<HttpMethod> allowed = new LinkedHashSet<>();

    /** @param methods of the endpoints at this path */
    OtherMethod(PathTemplate path, List<HttpMethod> methods) {
        this.path = path;
        for (HttpMethod method : methods) {
            allowed.add(method);
            if (method == HttpMethod.GET) {
                allowed.add(HttpMethod.HEAD);
            }
        }
        allowed.add(HttpMethod.OPTIONS);
    }

    @Override
    public PathTemplate path() {
        return path;
    }

    @Override
    public HttpMethod method() {
        return HttpMethod.OPTIONS;
    }

    @Override
    public Priority priority() {
        return Priority.NORMAL;
    }

    @Override
    public Duration time() {
        return TIME;
    }

    @Override
    public EndpointAccess access() {
        return EndpointAccess.PUBLIC;
    }

    @Override
    public @Nullable ErrorResponseException refusal(RoutedRequest request) {
        return null;
    }

    @Override
    public Mono<Void> handle(RoutedRequest request) {
        HttpMethod asked = request.exchange().getRequest().getMethod();
        if (asked != HttpMethod.OPTIONS) {
            return Mono.error(new MethodNotAllowedException(asked, allowed));
        }
        String methods = allowed.stream().map(HttpMethod::name).collect(Collectors.joining(", "));
        request.exchange().getResponse().getHeaders().set(HttpHeaders.ALLOW, methods);
        request.answered(HttpStatus.OK.value());
        return Mono.empty();
    }
}
