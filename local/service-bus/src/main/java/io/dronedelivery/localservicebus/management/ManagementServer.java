package io.dronedelivery.localservicebus.management;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.dronedelivery.localrequests.LocalRequests;
import io.dronedelivery.localservicebus.amqp.SasTokens;
import io.dronedelivery.localservicebus.broker.Broker;
import io.dronedelivery.localservicebus.broker.BrokerRefusal;
import io.dronedelivery.localservicebus.broker.Topology;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Answers the administration client's questions about queues, topics and subscriptions. It runs on separate threads, and a slow client
 * blocks only one of them.
 */
public final class ManagementServer implements AutoCloseable {

    private static final int OK = 200;
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int NOT_ALLOWED = 405;
    private static final int THREADS = 8;

    static {
        // Otherwise the JDK's server keeps a body back until the headers are acknowledged, 40 ms on Linux. Read once in
        // a JVM.
        if (System.getProperty("sun.net.httpserver.nodelay") == null) {
            System.setProperty("sun.net.httpserver.nodelay", "true");
        }
    }

    private final EntityXml entities;
    private final LocalRequests taken;
    private final SasTokens tokens;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS, ManagementServer::daemon);

    /**
     * @param port 0 for a free one
     * @param host the host name in answers
     * @param broker has the entities of the topology; only their published figures are read
     * @param tokens checks the callers' permissions
     */
    public ManagementServer(
            InetAddress address, int port, String host, Topology topology, Broker broker, SasTokens tokens) {
        this.entities = new EntityXml(topology, broker);
        this.tokens = tokens;
        this.taken = address.isLoopbackAddress() && host.equals("localhost")
                ? LocalRequests.toLoopback()
                : LocalRequests.toLoopback().orTo(List.of(host));
        try {
            server = HttpServer.create(new InetSocketAddress(address, port), 0);
        } catch (IOException e) {
            throw new UncheckedIOException("The management API cannot listen on port " + port, e);
        }
        server.createContext("/", this::answer);
        server.setExecutor(threads);
        server.start();
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "local-service-bus-management");
        thread.setDaemon(true);
        return thread;
    }

    /** The port that it listens on. */
    public int port() {
        return server.getAddress().getPort();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            Headers headers = exchange.getRequestHeaders();
            String refusal = taken.refusal(
                    headers.getFirst("Host"), headers.getFirst("Origin"), headers.getFirst("Sec-Fetch-Site"));
            if (refusal != null) {
                send(exchange, FORBIDDEN, error(FORBIDDEN, refusal));
                return;
            }
            String path = exchange.getRequestURI().getPath().substring(1);
            if (!exchange.getRequestMethod().equals("GET")) {
                send(
                        exchange,
                        NOT_ALLOWED,
                        error(NOT_ALLOWED, "Entities are declared at the start, and only read here."));
                return;
            }
            String token = exchange.getRequestHeaders().getFirst("Authorization");
            try {
                check(token == null ? "" : token, path);
            } catch (BrokerRefusal refused) {
                send(exchange, UNAUTHORIZED, error(UNAUTHORIZED, String.valueOf(refused.getMessage())));
                return;
            }
            String entry = entities.of(path).orElse(null);
            if (entry != null) {
                send(exchange, OK, entry);
            } else if (path.contains("/")) {
                send(exchange, NOT_FOUND, error(NOT_FOUND, "Entity '" + plain(path) + "' was not found"));
            } else {
                send(exchange, OK, EntityXml.emptyFeed());
            }
        }
    }

    /** Synchronized, because one thread at a time may check tokens. */
    private synchronized void check(String token, String path) {
        tokens.check(token, path, System.currentTimeMillis());
    }

    private static String error(int code, String detail) {
        return "<Error><Code>" + code + "</Code><Detail>" + detail.replaceAll("[<&\\p{Cntrl}]", "?")
                + "</Detail></Error>";
    }

    private static String plain(String path) {
        return path.replaceAll("[^A-Za-z0-9/._$-]", "?");
    }

    private static void send(HttpExchange exchange, int status, String xml) throws IOException {
        byte[] body = xml.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/atom+xml;type=entry;charset=utf-8");
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
