package io.dronedelivery.dispatchclient;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/** The dispatcher's HTTP interface on the loopback address, answering as it is told. */
final class TestDispatcher implements AutoCloseable {

    private static final String IDLE = """
            {"queued":0,"inflight":0,"errors":0,"concurrency":100,"capacity":10000,"draining":false,"latency":[],"sinks":[],"lastErrors":[]}""";

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final List<String> authorizations = new CopyOnWriteArrayList<>();
    private volatile Supplier<Reply> status = () -> Reply.ok(IDLE);
    private volatile Supplier<Reply> messages = () -> Reply.accepted(8, 0, 0);

    /** An answer. */
    record Reply(int status, Map<String, String> headers, String body) {

        static Reply ok(String body) {
            return new Reply(200, Map.of("Content-Type", "application/json"), body);
        }

        static Reply accepted(int accepted, int queued, int inflight, String... errors) {
            String list = errors.length == 0 ? "" : "\"" + String.join("\",\"", errors) + "\"";
            return new Reply(
                    202,
                    Map.of("Content-Type", "application/json"),
                    "{\"accepted\":" + accepted + ",\"queued\":" + queued + ",\"inflight\":" + inflight
                            + ",\"concurrency\":100,\"errors\":[" + list + "]}");
        }

        static Reply problem(int status, String detail) {
            return new Reply(
                    status,
                    Map.of("Content-Type", "application/problem+json", "Retry-After", "2"),
                    "{\"title\":\"t\",\"status\":" + status + ",\"detail\":\"" + detail + "\"}");
        }
    }

    private TestDispatcher() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/api/v1/dispatch/status", exchange -> answer(exchange, "GET", status));
        server.createContext("/api/v1/dispatch/messages", exchange -> answer(exchange, "POST", messages));
        server.start();
    }

    static TestDispatcher start() {
        try {
            return new TestDispatcher();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void answer(HttpExchange exchange, String method, Supplier<Reply> replies) throws IOException {
        authorizations.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
        calls.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
        Reply reply = exchange.getRequestMethod().equals(method) ? replies.get() : Reply.problem(405, "not so");
        reply.headers().forEach(exchange.getResponseHeaders()::set);
        byte[] body = reply.body().getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(reply.status(), body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    TestDispatcher onStatus(Supplier<Reply> reply) {
        status = reply;
        return this;
    }

    TestDispatcher onMessages(Supplier<Reply> reply) {
        messages = reply;
        return this;
    }

    /** Method and URI of each call. */
    List<String> calls() {
        return calls;
    }

    /** The header of each call, or {@code null} as text. */
    List<String> authorizations() {
        return authorizations;
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
