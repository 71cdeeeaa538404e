package io.dronedelivery.gateway.testing;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SignalType;
import reactor.core.publisher.Sinks;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;

/** A backend on the loopback address that answers as it is told and remembers what it was asked. */
public final class TestBackend implements AutoCloseable {

    private final Map<String, Answer> answers = new ConcurrentHashMap<>();
    private volatile Record record = new Record();
    private final DisposableServer server;

    /** What a backend does with a request. */
    @FunctionalInterface
    public interface Answer {
        Publisher<Void> to(HttpServerRequest request, HttpServerResponse response);
    }

    /** A request as it arrived. */
    public record Call(String method, String uri, HttpHeaders headers) {

        public String header(String name) {
            return headers.get(name);
        }
    }

    /** What has happened since the last reset; a call that began before stays with its own. */
    private static final class Record {
        private final List<Call> calls = new CopyOnWriteArrayList<>();
        private final AtomicInteger running = new AtomicInteger();
        private final AtomicInteger mostRunning = new AtomicInteger();
        private final AtomicInteger cancelled = new AtomicInteger();
    }

    private TestBackend(String address, int port) {
        server = HttpServer.create()
                .host(address)
                .port(port)
                .handle(this::handle)
                .bindNow();
    }

    public static TestBackend start() {
        return new TestBackend("127.0.0.1", 0);
    }

    /** At another address of this machine, such as 127.0.0.2. */
    public static TestBackend startAt(String address, int port) {
        return new TestBackend(address, port);
    }

    private Publisher<Void> handle(HttpServerRequest request, HttpServerResponse response) {
        Record now = record;
        now.calls.add(new Call(
                request.method().name(), request.uri(), request.requestHeaders().copy()));
        now.mostRunning.accumulateAndGet(now.running.incrementAndGet(), Math::max);
        Answer answer = answers.getOrDefault(request.fullPath(), status(404));
        return Mono.fromDirect(answer.to(request, response)).doFinally(signal -> {
            now.running.decrementAndGet();
            if (signal == SignalType.CANCEL) {
                now.cancelled.incrementAndGet();
            }
        });
    }

    public int port() {
        return server.port();
    }

    public String url() {
        return "http://127.0.0.1:" + port();
    }

    public TestBackend on(String path, Answer answer) {
        answers.put(path, answer);
        return this;
    }

    public TestBackend on(String path, String json) {
        return on(path, json(json));
    }

    public List<Call> calls() {
        return record.calls;
    }

    public List<Call> calls(String path) {
        return record.calls.stream()
                .filter(call -> call.uri().split("\\?", 2)[0].equals(path))
                .toList();
    }

    /** Calls that have not been answered yet. */
    public int running() {
        return record.running.get();
    }

    /** The most calls that have run at the same time. */
    public int mostRunning() {
        return record.mostRunning.get();
    }

    /** Calls whose connection was closed by the caller. */
    public int cancelled() {
        return record.cancelled.get();
    }

    public void reset() {
        answers.clear();
        record = new Record();
    }

    @Override
    public void close() {
        server.disposeNow();
    }

    public static Answer json(String body) {
        return body("application/json", body);
    }

    public static Answer body(String contentType, String body) {
        return (request, response) ->
                response.header(HttpHeaderNames.CONTENT_TYPE, contentType).sendString(Mono.just(body));
    }

    public static Answer bytes(byte[] body) {
        return (request, response) -> response.header(HttpHeaderNames.CONTENT_TYPE, "application/json")
                .sendByteArray(Mono.just(body));
    }

    /** A body without Content-Length, in as many chunks as there are texts. */
    public static Answer chunks(String... chunks) {
        return (request, response) -> response.header(HttpHeaderNames.CONTENT_TYPE, "application/json")
                .chunkedTransfer(true)
                .sendString(Flux.just(chunks));
    }

    /** Server-sent events, each sent when it is emitted. */
    public static Answer stream(Flux<String> texts) {
        return (request, response) -> response.header(HttpHeaderNames.CONTENT_TYPE, "text/event-stream")
                .send(texts.map(text -> Unpooled.copiedBuffer(text, StandardCharsets.UTF_8)), piece -> true);
    }

    public static Answer status(int status) {
        return (request, response) -> response.status(status).send();
    }

    public static Answer problem(int status, String detail) {
        return (request, response) -> response.status(status)
                .header(HttpHeaderNames.CONTENT_TYPE, "application/problem+json")
                .sendString(Mono.just("{\"title\":\"t\",\"status\":" + status + ",\"detail\":\"" + detail + "\"}"));
    }

    /** Gives the body of the request back, and its Content-Type. */
    public static Answer echo(int status) {
        return (request, response) -> request.receive()
                .aggregate()
                .asString()
                .defaultIfEmpty("")
                .flatMap(body -> response.status(status)
                        .header(
                                HttpHeaderNames.CONTENT_TYPE,
                                String.valueOf(request.requestHeaders().get(HttpHeaderNames.CONTENT_TYPE)))
                        .sendString(Mono.just(body))
                        .then());
    }

    /** As the other answer, with a further header. */
    public static Answer with(String header, String value, Answer answer) {
        return (request, response) -> answer.to(request, response.addHeader(header, value));
    }

    /** As the other answer, but later. */
    public static Answer after(Duration delay, Answer answer) {
        return (request, response) ->
                Mono.delay(delay).then(Mono.defer(() -> Mono.fromDirect(answer.to(request, response))));
    }

    /** As the other answer, but not before the gate is open. */
    public static Answer behind(Sinks.Empty<Void> gate, Answer answer) {
        return (request, response) ->
                gate.asMono().then(Mono.defer(() -> Mono.fromDirect(answer.to(request, response))));
    }

    /** An answer that never comes. */
    public static Answer never() {
        return (request, response) -> Mono.never();
    }
}
