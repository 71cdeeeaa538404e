package io.dronedelivery.dispatchclient;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.dronedelivery.dispatchclient.TestDispatcher.Reply;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/** The operators' API of a service with one subscription on the loopback address, answering as it is told. */
final class TestService implements AutoCloseable {

    static final String SUBSCRIPTION = "requests.drones";

    private static final String PATH = "/internal/dead-letters/" + SUBSCRIPTION;

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Map<String, Supplier<Reply>> replies = new ConcurrentHashMap<>();
    private final List<String> calls = new CopyOnWriteArrayList<>();

    TestService() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
        on("GET /resends", Reply.ok("[]"));
    }

    private void answer(HttpExchange exchange) throws IOException {
        String uri = exchange.getRequestURI().toString();
        String call = exchange.getRequestMethod() + " " + (uri.startsWith(PATH) ? uri.substring(PATH.length()) : uri);
        String sent = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        calls.add(sent.isEmpty() ? call : call + " " + sent);
        Reply reply = replies.getOrDefault(call, () -> Reply.problem(404, "This service has none."))
                .get();
        reply.headers().forEach(exchange.getResponseHeaders()::set);
        byte[] body = reply.body().getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(reply.status(), body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    /** @param call method and path, the latter below the subscription's where it begins with its slash */
    TestService on(String call, Reply... answers) {
        Iterator<Reply> each = List.of(answers).iterator();
        Reply last = answers[answers.length - 1];
        return onEach(call, () -> each.hasNext() ? each.next() : last);
    }

    /** @param answer is asked for each call, on a thread of its own */
    TestService onEach(String call, Supplier<Reply> answer) {
        replies.put(call, answer);
        return this;
    }

    /** Method, path and body of each call. */
    List<String> calls() {
        return calls.stream().filter(call -> !call.equals("GET /resends")).toList();
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
