package io.dronedelivery.servicekit.security;

import io.dronedelivery.localrequests.LocalRequests;
import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.problem.ProblemType;
import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationContext;
import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.PathContainer;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.web.reactive.DispatcherHandler;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;
import reactor.netty.http.server.HttpServerRequest;

/**
 * Serves what is for operators, below {@code /internal/}, on the management port alone when there is one. Its controllers are the
 * application's, whose dispatcher is asked.
 *
 * <p>Without an issuer only this machine may do it; and not the pages that a browser on this machine happens to show, whose requests come
 * from this machine as well.
 *
 * @param application the context that serves the API
 * @param hasManagementPort whether there is another context with a separate port; this filter is called in both
 */
record OperatorsFilter(
        ApplicationContext application, DispatcherHandler controllers, Callers callers, boolean hasManagementPort)
        implements WebFilter, Ordered {

    /** {@link AccessRules#OPERATORS} without its slashes. */
    private static final String ROOM = AccessRules.OPERATORS.replace("/", "");

    /** Behind the filters that ask who calls. */
    @Override
    public int getOrder() {
        return 0;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        ServerHttpRequest request = exchange.getRequest();
        if (!isForOperators(request.getPath().pathWithinApplication())) {
            return chain.filter(exchange);
        }
        if (hasManagementPort && exchange.getApplicationContext() == application) {
            return Mono.error(ProblemException.nothingHere());
        }
        if (isFromPage(request.getHeaders()) || !callers.areAsked() && !isFromHere(request)) {
            return Mono.error(
                    ProblemException.of(ProblemType.FORBIDDEN, "Only operators on this machine may do this."));
        }
        return hasManagementPort ? controllers.handle(exchange) : chain.filter(exchange);
    }

    /** By the decoded name, as controllers are found: {@code /%69nternal/drain} and {@code /internal;a/drain} lead to them, too. */
    private static boolean isForOperators(PathContainer path) {
        List<PathContainer.Element> elements = path.elements();
        return elements.size() > 1
                && elements.get(1) instanceof PathContainer.PathSegment first
                && first.valueToMatch().equals(ROOM);
    }

    /** No web page may do what operators do, and every browser says that a page makes the request. */
    private static boolean isFromPage(HttpHeaders headers) {
        String site = headers.getFirst("Sec-Fetch-Site");
        return headers.containsHeader(HttpHeaders.ORIGIN) || site != null && !site.equals("none");
    }

    /** The other end of the connection, whatever a header says about whom it came from. */
    private static @Nullable InetSocketAddress connectionOf(ServerHttpRequest request) {
        return ServerHttpRequestDecorator.getNativeRequest(request) instanceof HttpServerRequest connection
                        && connection.connectionRemoteAddress() instanceof InetSocketAddress address
                ? address
                : null;
    }

    /** By address and by name: a name that somebody else has pointed at this machine is a page's, too. */
    private static boolean isFromHere(ServerHttpRequest request) {
        InetSocketAddress caller = connectionOf(request);
        String host = request.getHeaders().getFirst(HttpHeaders.HOST);
        return caller != null
                && caller.getAddress() != null
                && caller.getAddress().isLoopbackAddress()
                && host != null
                && LocalRequests.isLoopback(host);
    }
}
