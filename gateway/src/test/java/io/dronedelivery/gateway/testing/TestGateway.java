package io.dronedelivery.gateway.testing;

import io.dronedelivery.gateway.GatewayApplication;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.reactive.context.ReactiveWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** The gateway, started as a user starts it, on a free port. */
public final class TestGateway implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** For an answer that has to come: longer than the gateway's own time-outs here, so that those are told. */
    private static final Duration TIMEOUT = Duration.ofMinutes(3);

    static {
        // A machine that does other things as well is no reason to fail.
        Awaitility.setDefaultTimeout(Duration.ofSeconds(30));
    }

    private final ConfigurableApplicationContext context;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private TestGateway(SpringApplicationBuilder application, String... settings) {
        List<String> arguments = new ArrayList<>(
                List.of("--server.port=0", "--management.server.port=", "--spring.main.banner-mode=off"));
        for (String setting : settings) {
            arguments.add("--" + setting);
        }
        context = application.run(arguments.toArray(String[]::new));
    }

    /**
     * With default time-outs that no busy machine reaches.
     *
     * @param settings as {@code name=value}
     */
    public static TestGateway start(String... settings) {
        return new TestGateway(patient(), withoutContracts(believingItsCallers(settings)));
    }

    /**
     * As {@link #start}, with something that no gateway has.
     *
     * @param more a class of beans
     */
    public static TestGateway startWith(Class<?> more, String... settings) {
        return new TestGateway(patient().sources(more), withoutContracts(believingItsCallers(settings)));
    }

    private static SpringApplicationBuilder patient() {
        return GatewayApplication.builder()
                .properties(
                        "gateway.defaults.deadline=2m",
                        "gateway.defaults.part-timeout=2m",
                        "gateway.defaults.access=public",
                        // Many tests count the connections to their backends.
                        "gateway.warm-up=0");
    }

    /** The tests are callers whose deadlines and traces are believed, unless they ask for the contrary. */
    private static String[] believingItsCallers(String... settings) {
        return Stream.concat(
                        Stream.of("service-kit.edge.deadlines-from=loopback", "service-kit.edge.traces-from=loopback")
                                .filter(belief -> Stream.of(settings)
                                        .noneMatch(setting ->
                                                setting.startsWith(belief.substring(0, belief.indexOf('='))))),
                        Stream.of(settings))
                .toArray(String[]::new);
    }

    /** The tests call paths of the sample's backends that no service has. */
    private static String[] withoutContracts(String... settings) {
        Stream<String> backends = List.of(settings).contains("gateway.sample=false")
                ? Stream.empty()
                : Stream.of("delivery", "drone", "invoice");
        return Stream.concat(backends.map(name -> "gateway.backends." + name + ".contract="), Stream.of(settings))
                .toArray(String[]::new);
    }

    /** With nothing changed but these. */
    public static TestGateway asShipped(String... settings) {
        return new TestGateway(GatewayApplication.builder(), settings);
    }

    /** With the aggregations of {@code test-aggregations.yml} in front of one backend. */
    public static TestGateway startInFrontOf(TestBackend backend, String... settings) {
        List<String> all = new ArrayList<>(List.of(
                "spring.config.additional-location=classpath:test-aggregations.yml", "test.backend=" + backend.url()));
        all.addAll(List.of(settings));
        return start(all.toArray(String[]::new));
    }

    /** With the forwards of {@code test-forwards.yml} to one backend. */
    public static TestGateway startForwardingTo(String backend, String... settings) {
        List<String> all = new ArrayList<>(
                List.of("spring.config.additional-location=classpath:test-forwards.yml", "test.backend=" + backend));
        all.addAll(List.of(settings));
        return start(all.toArray(String[]::new));
    }

    public int port() {
        return ((ReactiveWebServerApplicationContext) context).getWebServer().getPort();
    }

    public <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    /** An answer with its body as text. */
    public record Response(int status, java.net.http.HttpHeaders headers, String body) {

        public String header(String name) {
            return headers.firstValue(name).orElse(null);
        }

        public JsonNode json() {
            try {
                return JSON.readTree(body);
            } catch (JacksonException e) {
                throw new AssertionError("not JSON: " + body, e);
            }
        }

        /** The slug of a problem's type, or null. */
        public String problem() {
            return json().path("type").asString("").replace("urn:drone-delivery:problem:", "");
        }
    }

    public Response get(String path, String... headers) {
        return send("GET", path, headers);
    }

    public Response send(String method, String path, String... headers) {
        return sendLater(method, path, HttpRequest.BodyPublishers.noBody(), headers)
                .join();
    }

    public Response post(String path, String body, String... headers) {
        return sendBody("POST", path, body, headers);
    }

    public Response sendBody(String method, String path, String body, String... headers) {
        return sendLater(method, path, HttpRequest.BodyPublishers.ofString(body), headers)
                .join();
    }

    public CompletableFuture<Response> getLater(String path, String... headers) {
        return sendLater("GET", path, HttpRequest.BodyPublishers.noBody(), headers);
    }

    private CompletableFuture<Response> sendLater(
            String method, String path, HttpRequest.BodyPublisher body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path))
                .timeout(TIMEOUT)
                .method(method, body);
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString())
                .thenApply(response -> new Response(response.statusCode(), response.headers(), response.body()));
    }

    /** Sends text as it is and reads all that comes until the gateway closes the connection. */
    public String sendRaw(String request) throws IOException {
        try (Socket socket = connect()) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** A connection of its own, for a caller who leaves. */
    public Socket connect() throws IOException {
        Socket socket = new Socket("127.0.0.1", port());
        socket.setSoTimeout((int) TIMEOUT.toMillis());
        return socket;
    }

    /** A caller who has asked and waits; closing the socket is leaving. */
    public Socket ask(String path) throws IOException {
        Socket socket = connect();
        socket.getOutputStream()
                .write(("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1));
        return socket;
    }

    @Override
    public void close() {
        context.close();
    }
}
