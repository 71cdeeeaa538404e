package io.dronedelivery.gateway.forward;

import io.dronedelivery.gateway.backend.answer.BackendFailure.Busy;
import io.dronedelivery.gateway.backend.answer.BackendResponse;
import io.dronedelivery.gateway.backend.answer.ExpectedAnswer;
import io.dronedelivery.gateway.backend.call.BackendRequest;
import io.dronedelivery.gateway.backend.call.CallOrigin;
import io.dronedelivery.gateway.backend.call.Hedge;
import io.dronedelivery.gateway.backend.stream.BrokenStreamException;
import io.dronedelivery.gateway.cache.AnswerCache;
import io.dronedelivery.gateway.endpoint.BodyWriter;
import io.dronedelivery.gateway.endpoint.CallerConnection;
import io.dronedelivery.gateway.endpoint.Endpoint;
import io.dronedelivery.gateway.endpoint.EndpointAccess;
import io.dronedelivery.gateway.endpoint.PassedHeaders;
import io.dronedelivery.gateway.endpoint.ReceivedVia;
import io.dronedelivery.gateway.endpoint.RequestVariables;
import io.dronedelivery.gateway.endpoint.RoutedRequest;
import io.dronedelivery.gateway.endpoint.TimeLimit;
import io.dronedelivery.gateway.limit.Workload;
import io.dronedelivery.gateway.settings.Priority;
import io.dronedelivery.gateway.settings.StickyProperties;
import io.dronedelivery.gateway.telemetry.CallDescription;
import io.dronedelivery.gateway.template.PathTemplate;
import io.dronedelivery.gateway.template.Target;
import io.dronedelivery.gateway.template.Variable;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.ErrorResponseException;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

/** Answers the requests for one forward: checks the request, passes it on, and writes the backend's answer. */
final class ForwardEndpoint implements Endpoint {

    private static final int NO_CONTENT = 204;
    private static final int NOT_MODIFIED = 304;
    private static final int FIRST_ERROR = 400;

    private final Forward forward;
    private final Duration leastTime;
    private final IncomingBodies room;
    private final ExpectedAnswer expected;
    private final Workload workload;
    private final io.netty.handler.codec.http.HttpMethod method;
    private final RequestVariables variables;
    private final PassedHeaders passedHeaders;
    /** The place of the header with which a request may be repeated among those, -1 when there is none. */
    private final int idempotencyHeader;

    private final int stickyVariable;
    private final AnswerHeaders answerHeaders;
    private final Target target;
    private final CallDescription description;
    private final ForwardMeters meters;
    private final @Nullable StreamForwarder streams;
    private final @Nullable Hedge hedge;
    private final @Nullable AnswerCache changed;

    /**
     * @param leastTime the backend is not called with less time
     * @param room for bodies that are not complete yet
     * @param open where streams are registered
     * @param changed the kept answers whose use a success ends, null where it changes none of them
     */
    ForwardEndpoint(
            Forward forward,
            Duration leastTime,
            IncomingBodies room,
            MeterRegistry meters,
            OpenStreams open,
            @Nullable AnswerCache changed) {
        this.forward = forward;
        this.leastTime = leastTime;
        this.room = room;
        this.changed = changed;
        this.expected = forward.backend().anything(forward.passErrorBodies());
        this.workload = forward.backend().workload(forward.priority());
        this.method =
                io.netty.handler.codec.http.HttpMethod.valueOf(forward.method().name());
        this.variables =
                new RequestVariables(forward.path(), forward.variables(), forward.access(), List.of(forward.target()));
        this.passedHeaders = new PassedHeaders(withContentEncoding(forward.requestHeaders()));
        this.idempotencyHeader = forward.idempotencyHeader() == null
                ? -1
                : passedHeaders.placesOf(List.of(forward.idempotencyHeader()))[0];
        this.answerHeaders = new AnswerHeaders(
                forward.responseHeaders(), new PlaceRule(forward.name(), forward.location(), forward.locationHosts()));
        this.stickyVariable = stickyVariable(forward);
        this.target = forward.target().compile(forward.backend().pathPrefix(), forward.variables());
        this.description = forward.backend().describeCall(method.name(), forward.target(), null, false);
        this.meters = new ForwardMeters(meters, forward);
        this.hedge = forward.hedge() == null ? null : new Hedge(forward.hedge());
        this.streams = forward.stream() == null
                ? null
                : new StreamForwarder(
                        forward,
                        forward.stream(),
                        this.meters,
                        new StreamMeters(meters, forward, forward.stream()),
                        open);
    }

    /** The place of the variable among those of the forward, -1 when it has none. */
    private static int stickyVariable(Forward forward) {
        StickyProperties sticky = forward.backend().sticky();
        return sticky == null
                ? -1
                : forward.variables().stream().map(Variable::name).toList().indexOf(sticky.variable());
    }

    /** The bytes of the body have another meaning without this header. */
    private static List<String> withContentEncoding(List<String> headers) {
        return Stream.concat(headers.stream(), Stream.of(HttpHeaderNames.CONTENT_ENCODING.toString()))
                .toList();
    }

    @Override
    public PathTemplate path() {
        return forward.path();
    }

    @Override
    public HttpMethod method() {
        return forward.method();
    }

    @Override
    public Priority priority() {
        return forward.priority();
    }

    @Override
    public Duration time() {
        return forward.timeout();
    }

    @Override
    public EndpointAccess access() {
        return forward.access();
    }

    @Override
    public boolean takesBody() {
        return forward.takesBody();
    }

    /** A stream needs no permission of the limit, which is for calls that end soon. */
    @Override
    public @Nullable ErrorResponseException refusal(RoutedRequest request) {
        Busy busy = streams == null
                ? forward.backend()
                        .refusesAtOnce(
                                workload,
                                1,
                                request.callerKey(),
                                forward.timeout().toNanos())
                : null;
        if (busy == null) {
            return null;
        }
        meters.record(ForwardMeters.outcome(busy.type()), 0);
        return ForwardedCall.problem(forward.backend(), busy, false);
    }

    @Override
    public Mono<Void> handle(RoutedRequest request) {
        return Mono.deferContextual(context -> passOn(request, context));
    }

    private Mono<Void> passOn(RoutedRequest routed, ContextView context) {
        long startedAt = System.nanoTime();
        ServerHttpRequest request = routed.exchange().getRequest();
        @Nullable String[] values = variables.read(routed);
        String uri = target.expand(values);
        TimeLimit limit = TimeLimit.of(routed.left(forward.timeout()), leastTime, context);
        List<@Nullable List<String>> headers = passedHeaders.read(request.getHeaders());
        CallOrigin origin = new PassedOn(
                forward.backend(),
                description,
                passedHeaders.names(),
                headers,
                routed.caller(),
                routed.trace(context),
                ReceivedVia.of(request),
                routed);
        boolean repeatable = forward.retry() && (Forward.isIdempotent(forward.method()) || hasKey(headers));
        return body(routed, limit)
                .flatMap(complete -> routed.entered(complete))
                .map(body -> new BackendRequest(
                        method,
                        uri,
                        body,
                        repeatable,
                        expected,
                        workload,
                        startedAt + limit.time().toNanos(),
                        limit.setByCaller() ? limit.time() : forward.timeout(),
                        limit.setByCaller(),
                        sticky(values, request.getHeaders()),
                        origin))
                .flatMap(call -> answer(routed, call));
    }

    /** The value whose calls are sent to the same instance, null when there is none. */
    private @Nullable String sticky(@Nullable String[] values, HttpHeaders headers) {
        StickyProperties sticky = forward.backend().sticky();
        if (sticky == null) {
            return null;
        }
        String header = sticky.header();
        return header != null ? headers.getFirst(header) : stickyVariable < 0 ? null : values[stickyVariable];
    }

    /** Whether the backend knows the request if it comes again; an empty key is none to many a backend. */
    private boolean hasKey(List<@Nullable List<String>> headers) {
        List<String> key = idempotencyHeader < 0 ? null : headers.get(idempotencyHeader);
        return key != null && !key.get(0).isBlank();
    }

    private Mono<Void> answer(RoutedRequest routed, BackendRequest call) {
        if (streams != null) {
            return streams.forward(
                    call,
                    routed.caller(),
                    routed.callerKey(),
                    routed.exchange().getResponse(),
                    answer -> write(routed, answer),
                    (head, body) -> write(routed, head, body));
        }
        return new ForwardedCall(forward.backend(), call, hedge, routed.callerKey(), meters).flatMap(answer -> {
            if (changed != null && answer.status() < FIRST_ERROR) {
                changed.changed(forward.backend().origin(), call.uri());
            }
            return write(routed, answer);
        });
    }

    private Mono<byte[]> body(RoutedRequest routed, TimeLimit limit) {
        return forward.takesBody()
                ? RequestBody.of(
                        routed.exchange().getRequest(),
                        routed.callerKey(),
                        forward.maxRequestBytes(),
                        room,
                        limit.time(),
                        leastTime)
                : Mono.just(new byte[0]);
    }

    /** Passes a body on while it comes. The head goes at once: the first piece may be long in coming. */
    private Mono<Void> write(RoutedRequest routed, BackendResponse head, Flux<byte[]> body) {
        ServerHttpResponse response = writeHead(routed, head);
        if (routed.exchange().getRequest().getMethod() == HttpMethod.HEAD) {
            return response.setComplete();
        }
        Flux<Flux<DataBuffer>> pieces =
                body.map(piece -> Flux.just(response.bufferFactory().wrap(piece)));
        return response.writeAndFlushWith(Flux.concat(Mono.just(Flux.empty()), pieces))
                .onErrorResume(BrokenStreamException.class, broken -> CallerConnection.cutOff(response));
    }

    private ServerHttpResponse writeHead(RoutedRequest routed, BackendResponse answer) {
        ServerHttpResponse response = routed.exchange().getResponse();
        response.setRawStatusCode(answer.status());
        String publicPath =
                routed.exchange().getRequest().getPath().contextPath().value();
        answerHeaders.copy(answer, publicPath, response.getHeaders());
        routed.answered(answer.status());
        return response;
    }

    private Mono<Void> write(RoutedRequest routed, BackendResponse answer) {
        byte[] body = body(routed, answer);
        return routed.hasRoom(body.length)
                ? write(routed, answer, body)
                : routed.whenRoom(body.length, () -> write(routed, answer, body));
    }

    private Mono<Void> write(RoutedRequest routed, BackendResponse answer, byte[] body) {
        writeHead(routed, answer);
        return answer.status() == NO_CONTENT || answer.status() == NOT_MODIFIED
                ? BodyWriter.writeNone(routed)
                : BodyWriter.write(routed, body);
    }

    private static byte[] body(RoutedRequest routed, BackendResponse answer) {
        return answer.isProblem()
                ? ProblemInstance.replace(
                        answer.bytes(), routed.exchange().getRequest().getPath().value())
                : answer.bytes();
    }
}
