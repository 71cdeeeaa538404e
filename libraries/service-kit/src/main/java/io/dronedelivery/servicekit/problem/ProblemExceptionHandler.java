package io.dronedelivery.servicekit.problem;

import io.dronedelivery.servicekit.trace.LogIds;
import io.dronedelivery.servicekit.trace.TraceParent;
import java.net.URI;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.webflux.error.ErrorWebExceptionHandler;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.observation.ServerRequestObservationContext;
import org.springframework.web.ErrorResponse;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import reactor.netty.channel.AbortedException;

/**
 * Answers every failure with a problem detail. A mistake of the caller is logged at debug, a known failure of the service at warn, and an
 * unexpected exception at error with its stack trace; the body never has a stack trace.
 */
@Order(Ordered.HIGHEST_PRECEDENCE + 10)
final class ProblemExceptionHandler implements ErrorWebExceptionHandler {

    /** As Netty says it, see {@link io.netty.channel.Channel#eventLoop()}. */
    private static final String NOT_REGISTERED = "channel not registered to an event loop";

    private final List<ProblemMapping> mappings;
    private final Logger log;
    private final Map<ProblemType, LogLimit> logLimits = new EnumMap<>(ProblemType.class);

    /**
     * @param application ends the name of the logger: several applications can share a JVM
     * @param logLines of each type of failure, in ten seconds
     */
    ProblemExceptionHandler(List<ProblemMapping> mappings, String application, int logLines) {
        for (ProblemType type : ProblemType.values()) {
            logLimits.put(type, new LogLimit(logLines, System::nanoTime));
        }
        this.mappings = List.copyOf(mappings);
        this.log = LoggerFactory.getLogger(ProblemExceptionHandler.class.getPackageName() + "." + application);
    }

    @Override
    public Mono<Void> handle(ServerWebExchange exchange, Throwable failure) {
        ServerHttpResponse response = exchange.getResponse();
        if (response.isCommitted()) {
            return isOfNoConnection(failure) ? Mono.empty() : Mono.error(failure);
        }
        if (isCallerGone(failure)) {
            log.debug("{}the caller left before it had sent all of its request", exchange.getLogPrefix(), failure);
            ServerRequestObservationContext.findCurrent(exchange.getAttributes())
                    .ifPresent(context -> context.setConnectionAborted(true));
            return Mono.empty();
        }
        ErrorResponse problem = problem(failure);
        TraceParent trace = TraceParent.of(exchange);
        logFailure(exchange, failure, problem, trace);

        ProblemDetail body = describe(problem);
        body.setType(ProblemBody.type(body));
        body.setInstance(instance(exchange.getRequest().getPath().value()));
        if (trace != null) {
            body.setProperty("traceId", trace.traceId());
        }
        byte[] bytes = ProblemBody.of(body);
        response.setStatusCode(problem.getStatusCode());
        response.getHeaders().putAll(problem.getHeaders());
        response.getHeaders().setContentType(MediaType.APPLICATION_PROBLEM_JSON);
        response.getHeaders().setContentLength(bytes.length);
        return response.writeWith(
                        Mono.fromSupplier(() -> response.bufferFactory().wrap(bytes)))
                .onErrorResume(ProblemExceptionHandler::isOfNoConnection, gone -> Mono.empty());
    }

    /**
     * Whether the caller had left before its answer was written. reactor-netty then gives the writer a channel that was never registered, and
     * Spring would log that as an error of the service.
     */
    private static boolean isOfNoConnection(Throwable failure) {
        return failure instanceof IllegalStateException && NOT_REGISTERED.equals(failure.getMessage());
    }

    /** A problem is always answered, even if its cause is that a backend, and not the caller, has closed its connection. */
    private static boolean isCallerGone(Throwable failure) {
        return !(failure instanceof ProblemException)
                && NestedExceptionUtils.getMostSpecificCause(failure) instanceof AbortedException;
    }

    private ErrorResponse problem(Throwable failure) {
        if (failure instanceof ProblemException problem) {
            return problem;
        }
        for (ProblemMapping mapping : mappings) {
            ProblemException mapped = mapping.map(failure);
            if (mapped != null) {
                return mapped;
            }
        }
        ProblemException badInput = BadInput.of(failure);
        if (badInput != null) {
            return badInput;
        }
        if (failure instanceof ErrorResponse refusal) {
            return refusal;
        }
        return failure instanceof TimeoutException
                ? ProblemException.of(ProblemType.BACKEND_TIMEOUT, "A part of the work took too long.", failure)
                : ProblemException.of(
                        ProblemType.INTERNAL_ERROR,
                        "The service failed; its log has more under the trace id.",
                        failure);
    }

    /** The framework's own refusals come without a type of ours, and some with the names of classes or files in their detail. */
    private static ProblemDetail describe(ErrorResponse problem) {
        ProblemDetail body = problem.getBody();
        ProblemType type = ProblemType.ofStatus(problem.getStatusCode().value());
        if (type == null || isOurs(problem)) {
            return body;
        }
        ProblemDetail ours = ProblemDetail.forStatus(type.status());
        ours.setType(type.uri());
        ours.setTitle(type.title());
        ours.setDetail(detail(type, body.getDetail()));
        return ours;
    }

    /** Also those of our libraries, which do not know {@link ProblemException}. */
    private static boolean isOurs(ErrorResponse problem) {
        URI type = problem.getBody().getType();
        return problem instanceof ProblemException || type != null && ProblemType.isOurs(type);
    }

    private static @Nullable String detail(ProblemType type, @Nullable String detail) {
        return switch (type) {
            case NOT_FOUND -> ProblemException.NOTHING_HERE;
            case INTERNAL_ERROR -> "The service failed; its log has more under the trace id.";
            default -> detail;
        };
    }

    private void logFailure(
            ServerWebExchange exchange, Throwable failure, ErrorResponse problem, @Nullable TraceParent trace) {
        int status = problem.getStatusCode().value();
        if (status < 500 || problem instanceof ProblemException known && known.isAlreadyLogged()) {
            log.debug("{} {}{}", status, exchange.getLogPrefix(), failure.toString());
            return;
        }
        ProblemType type = typeForLog(problem);
        int leftOut = Objects.requireNonNull(logLimits.get(type)).next();
        if (leftOut == LogLimit.LEFT_OUT) {
            return;
        }
        if (leftOut > 0) {
            log.warn("{} more failures of the type {} are not logged", leftOut, type.slug());
        }
        if (type != ProblemType.INTERNAL_ERROR) {
            Throwable cause = failure == problem ? failure.getCause() : failure;
            // As text: a throwable in the last place would be logged with its stack trace.
            @Nullable String reason = cause == null ? problem.getBody().getDetail() : cause.toString();
            LogIds.add(log.atWarn(), trace)
                    .log("{} for {}, trace {}: {}", type.slug(), request(exchange), trace, reason);
            log.debug("The reason of the warning before", cause);
        } else {
            LogIds.add(log.atError(), trace)
                    .setCause(failure)
                    .log("{} for {}, trace {}", status, request(exchange), trace);
        }
    }

    private static ProblemType typeForLog(ErrorResponse problem) {
        if (problem instanceof ProblemException known) {
            return known.type();
        }
        ProblemType type =
                isOurs(problem) ? ProblemType.ofStatus(problem.getStatusCode().value()) : null;
        return type == null ? ProblemType.INTERNAL_ERROR : type;
    }

    /** After two slashes at the beginning of a URI a host would follow (RFC 3986, 4.2). */
    private static URI instance(String path) {
        return URI.create(path.startsWith("//") ? "/." + path : path);
    }

    private static String request(ServerWebExchange exchange) {
        return exchange.getRequest().getMethod() + " "
                + exchange.getRequest().getPath().value();
    }
}
