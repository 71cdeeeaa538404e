package io.dronedelivery.gateway.openapi;

import io.dronedelivery.gateway.endpoint.DocumentationPaths;
import io.dronedelivery.gateway.limit.RefusalWait;
import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.problem.ProblemType;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.core.Ordered;
import org.springframework.http.server.PathContainer;
import org.springframework.util.StringUtils;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Moves requests for the document and its page off the event loop: generating the one and reading the other from a jar block. It answers only a
 * few at once, because the limit of requests is for endpoints. Readers of the documentation neither take a place from endpoints nor use threads
 * and memory without a bound.
 */
final class DocumentationFilter implements WebFilter, Ordered {

    /** The page asks for its six files at once. */
    static final int MOST_AT_ONCE = 8;

    /** The page requests tokens from the issuer, at any address, and writes styles into its elements. Its scripts are separate files. */
    private static final String POLICY =
            "script-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

    /** The names of each path, without its slashes; none for the root. */
    private final String[][] places;

    private final AtomicInteger inProgress = new AtomicInteger();

    DocumentationFilter(DocumentationPaths paths) {
        places = paths.all().stream()
                .map(path -> StringUtils.tokenizeToStringArray(path, "/"))
                .toArray(String[][]::new);
    }

    /** The last of the ordered filters. */
    @Override
    public int getOrder() {
        return Ordered.LOWEST_PRECEDENCE;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        Mono<Void> rest = chain.filter(exchange);
        if (!isDocumentation(
                exchange.getRequest().getPath().pathWithinApplication().elements())) {
            return rest;
        }
        exchange.getResponse().getHeaders().set("Content-Security-Policy", POLICY);
        return fewAtOnce(rest.subscribeOn(Schedulers.boundedElastic()));
    }

    private Mono<Void> fewAtOnce(Mono<Void> answer) {
        return Mono.defer(() -> {
            if (inProgress.incrementAndGet() > MOST_AT_ONCE) {
                inProgress.decrementAndGet();
                return Mono.error(ProblemException.of(
                                ProblemType.OVERLOADED,
                                "The documentation is being read by as many as may do so at once.")
                        .retryAfter(RefusalWait.next()));
            }
            return answer.doFinally(end -> inProgress.decrementAndGet());
        });
    }

    /** By the decoded names, as the document's controller is found. */
    private boolean isDocumentation(List<PathContainer.Element> path) {
        for (String[] names : places) {
            if (isAtOrBelow(path, names)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isAtOrBelow(List<PathContainer.Element> path, String[] names) {
        if (names.length == 0) {
            // Below the root is all; springdoc puts what is the document's behind two slashes.
            return path.size() < 2 || !(path.get(1) instanceof PathContainer.PathSegment);
        }
        for (int i = 0; i < names.length; i++) {
            if (!segment(path, 2 * i + 1).equals(names[i])) {
                return false;
            }
        }
        return true;
    }

    private static String segment(List<PathContainer.Element> path, int place) {
        return path.size() > place && path.get(place) instanceof PathContainer.PathSegment segment
                ? segment.valueToMatch()
                : "";
    }
}
