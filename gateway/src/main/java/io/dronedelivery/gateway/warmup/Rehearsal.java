package io.dronedelivery.gateway.warmup;

import io.dronedelivery.gateway.settings.BackendClient;
import io.dronedelivery.gateway.settings.GatewayProperties;
import io.dronedelivery.gateway.settings.SettingFaults;
import io.dronedelivery.servicekit.edge.CallerAddresses;
import io.dronedelivery.servicekit.security.Callers;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.boot.webflux.autoconfigure.WebHttpHandlerBuilderCustomizer;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.AbstractEnvironment;
import org.springframework.http.client.ReactorResourceFactory;
import org.springframework.http.server.reactive.ReactorHttpHandlerAdapter;
import org.springframework.web.server.adapter.WebHttpHandlerBuilder;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.resources.LoopResources;

/**
 * A small gateway with one aggregation, in front of a backend that answers at once, both on the loopback address. It consists of the
 * gateway's own beans with other settings. So its calls run the gateway's code, and its meters, limits and circuit breakers are separate.
 * It shares the event loops.
 */
final class Rehearsal implements AutoCloseable {

    /** The configurations whose beans it has, by their names in the gateway's context. */
    private static final List<String> CONFIGURATIONS = List.of(
            "gatewayTelemetryConfiguration",
            "backendConfiguration",
            "contractConfiguration",
            "endpointConfiguration",
            "aggregationConfiguration",
            "forwardConfiguration");

    private static final byte[] PART = "{\"count\":7}".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] REQUEST =
            "GET /rehearsal/r-1/11 HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final DisposableServer backend;
    private final AnnotationConfigApplicationContext gateway = new AnnotationConfigApplicationContext();
    private final DisposableServer server;

    /** @param original the context of the gateway that is rehearsed */
    Rehearsal(BeanFactory original) {
        LoopResources loops = original.getBean(ReactorResourceFactory.class).getLoopResources();
        HttpServer loopback = HttpServer.create().host("127.0.0.1").port(0).runOn(loops);
        backend = loopback.handle((request, response) -> response.header(
                                HttpHeaderNames.CONTENT_TYPE, HttpHeaderValues.APPLICATION_JSON)
                        .sendByteArray(Mono.just(PART)))
                .bindNow();
        try {
            startGateway(original, loops);
            // Spring would log the failure of the call that the end of the time interrupts.
            WebHttpHandlerBuilder handler = WebHttpHandlerBuilder.webHandler(exchange -> Mono.empty())
                    .exceptionHandler((exchange, failure) -> Mono.empty());
            gateway.getBean(WebHttpHandlerBuilderCustomizer.class).customize(handler);
            server = loopback.handle(new ReactorHttpHandlerAdapter(handler.build()))
                    .bindNow();
        } catch (RuntimeException e) {
            gateway.close();
            backend.disposeNow();
            throw e;
        }
    }

    private void startGateway(BeanFactory original, LoopResources loops) {
        gateway.setEnvironment(new AbstractEnvironment() {});
        gateway.getBeanFactory().setConversionService(ApplicationConversionService.getSharedInstance());
        gateway.registerBean(MeterRegistry.class, SimpleMeterRegistry::new);
        gateway.registerBean(ReactorResourceFactory.class, () -> resources(loops));
        gateway.registerBean(Callers.class, () -> original.getBean(Callers.class));
        gateway.registerBean(CallerAddresses.class, () -> original.getBean(CallerAddresses.class));
        gateway.registerBean(
                GatewayProperties.class,
                () -> settings(
                        "http://127.0.0.1:" + backend.port(),
                        original.getBean(GatewayProperties.class).backendClient()));
        gateway.registerBean(SettingFaults.class, SettingFaults::new);
        CONFIGURATIONS.forEach(name -> gateway.register(Objects.requireNonNull(original.getType(name), name)));
        gateway.refresh();
    }

    /** Bound without a validator, whose start would take longer than all of the calls. */
    private static GatewayProperties settings(String backend, BackendClient client) {
        String aggregation = "gateway.aggregations.rehearsal.";
        return new Binder(new MapConfigurationPropertySource(Map.ofEntries(
                        Map.entry("gateway.backend-client", client),
                        Map.entry("gateway.backends.one.base-url", backend),
                        Map.entry("gateway.backends.other.base-url", backend),
                        Map.entry(aggregation + "path", "/rehearsal/{name}/{number}"),
                        Map.entry(aggregation + "access", "public"),
                        Map.entry(aggregation + "variables.name.pattern", "[a-z0-9-]{1,64}"),
                        Map.entry(aggregation + "variables.number.type", "integer"),
                        Map.entry(aggregation + "include-in-body", "name,number"),
                        Map.entry(aggregation + "parts.one.backend", "one"),
                        Map.entry(aggregation + "parts.one.path", "/one/{name}"),
                        Map.entry(aggregation + "parts.other.backend", "other"),
                        Map.entry(aggregation + "parts.other.path", "/other?number={number}"))))
                .bindOrCreate("gateway", GatewayProperties.class);
    }

    /** The same loops, which the small gateway does not stop. */
    private static ReactorResourceFactory resources(LoopResources loops) {
        ReactorResourceFactory resources = new ReactorResourceFactory();
        resources.setUseGlobalResources(false);
        resources.setLoopResources(loops);
        return resources;
    }

    /**
     * Makes calls one after another.
     *
     * @param most how many
     * @param end the {@link System#nanoTime()} at which no more is made
     * @throws IOException also when an answer is not whole by then
     */
    void call(int most, long end) throws IOException {
        try (Socket caller = new Socket(InetAddress.getByName("127.0.0.1"), server.port())) {
            byte[] answer = new byte[4096];
            long left = end - System.nanoTime();
            for (int calls = 0; calls < most && left > 0; calls++) {
                caller.setSoTimeout(1 + (int) TimeUnit.NANOSECONDS.toMillis(left));
                caller.getOutputStream().write(REQUEST);
                readTo("}}", caller.getInputStream(), answer);
                left = end - System.nanoTime();
            }
        }
    }

    /** The last part ends the answer. */
    private static void readTo(String end, InputStream in, byte[] answer) throws IOException {
        int length = 0;
        while (!new String(answer, 0, length, StandardCharsets.US_ASCII).endsWith(end)) {
            int more = in.read(answer, length, answer.length - length);
            if (more <= 0) {
                throw new EOFException("the answer is not whole");
            }
            length += more;
        }
    }

    @Override
    public void close() {
        server.disposeNow();
        gateway.close();
        backend.disposeNow();
    }
}
