package io.dronedelivery.servicekit.edge;

import io.dronedelivery.servicekit.problem.ProblemBody;
import io.dronedelivery.servicekit.problem.ProblemException;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.HttpHandler;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import reactor.core.publisher.Mono;

/**
 * Answers what is not below {@code spring.webflux.base-path} with a problem detail. Spring compares the beginning of a path as text. At the base
 * path {@code /gw} it accepts {@code /gwx} and then fails, with a bare 500 and a stack trace in the log; every other path gets a bare 404.
 *
 * @param path without a slash at its end
 * @param below is asked for what is at the path or below it
 */
record BasePath(String path, HttpHandler below, ResponseHeaders responseHeaders) implements HttpHandler {

    @Override
    public Mono<Void> handle(ServerHttpRequest request, ServerHttpResponse response) {
        return isBelow(request.getPath().pathWithinApplication().value())
                ? below.handle(request, response)
                : refuse(response);
    }

    private boolean isBelow(String asked) {
        return asked.startsWith(path) && (asked.length() == path.length() || asked.charAt(path.length()) == '/');
    }

    private Mono<Void> refuse(ServerHttpResponse response) {
        ProblemException problem = ProblemException.nothingHere();
        byte[] body = ProblemBody.of(problem.getBody());
        responseHeaders.addTo(response);
        response.setStatusCode(problem.getStatusCode());
        response.getHeaders().setContentType(MediaType.APPLICATION_PROBLEM_JSON);
        response.getHeaders().setContentLength(body.length);
        return response.writeWith(
                Mono.fromSupplier(() -> response.bufferFactory().wrap(body)));
    }
}
