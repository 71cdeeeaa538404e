package io.dronedelivery.servicekit.telemetry;

import com.azure.core.credential.TokenCredential;
import com.azure.core.http.netty.NettyAsyncHttpClientBuilder;
import com.azure.monitor.opentelemetry.autoconfigure.AzureMonitorAutoConfigure;
import com.azure.monitor.opentelemetry.autoconfigure.AzureMonitorAutoConfigureOptions;
import io.dronedelivery.servicekit.environment.RefusedStartException;
import io.dronedelivery.servicekit.telemetry.TelemetryProperties.Export;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.ChannelOption;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdkBuilder;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.resources.Resource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;
import reactor.netty.resources.LoopResources;

/**
 * The SDK of one application, which sends to Application Insights. It is not global, because several applications can share a JVM. It has
 * separate threads and connections. An endpoint that does not answer delays nothing else, and the application's event loops do not write the
 * exporter's files.
 */
final class TelemetryExport {

    /** The prefix of the names of the threads that send. */
    static final String THREADS = "telemetry-export";

    private static final Duration PAUSE = Duration.ofMillis(20);

    private static final Logger log = LoggerFactory.getLogger(TelemetryExport.class);

    private final OpenTelemetrySdk sdk;
    private final LoopResources loop;
    private final ConnectionProvider connections;
    private final Duration shutdownTimeout;

    private TelemetryExport(
            OpenTelemetrySdk sdk, LoopResources loop, ConnectionProvider connections, Duration shutdownTimeout) {
        this.sdk = sdk;
        this.loop = loop;
        this.connections = connections;
        this.shutdownTimeout = shutdownTimeout;
    }

    /**
     * Starts the SDK; this makes no call over the network.
     *
     * @param connectionString as Azure gives it
     * @param role the cloud role name of the telemetry
     * @param identity signs in; without one the connection string is all that is sent
     * @param http makes the client of the connections it is given
     * @throws RefusedStartException when the connection string cannot be used
     */
    static TelemetryExport start(
            String connectionString,
            String role,
            TelemetryProperties settings,
            @Nullable TokenCredential identity,
            Function<ConnectionProvider, HttpClient> http) {
        try {
            ConnectionStringCheck.check(connectionString, identity != null);
        } catch (IllegalArgumentException e) {
            throw new RefusedStartException(
                    OnConnectionString.PROPERTY + " is set, but " + e.getMessage() + ".",
                    "Set it to the connection string that the overview of the Application Insights resource shows, or to"
                            + " nothing to send no telemetry.",
                    e);
        }
        LoopResources loop = LoopResources.create(THREADS, 1, true);
        ConnectionProvider connections =
                ConnectionProvider.builder(THREADS).maxConnections(4).build();
        AutoConfiguredOpenTelemetrySdkBuilder builder = AutoConfiguredOpenTelemetrySdk.builder()
                .disableShutdownHook()
                .addPropertiesSupplier(() -> properties(settings))
                .addResourceCustomizer((resource, config) -> resource.merge(
                        Resource.builder().put("service.name", role).build()))
                .addSamplerCustomizer((sampler, config) -> TelemetrySampler.of(settings.sampling()));
        AzureMonitorAutoConfigureOptions azure = new AzureMonitorAutoConfigureOptions()
                .connectionString(connectionString)
                .httpClient(
                        client(http.apply(connections), loop, settings.export().timeout()));
        if (identity != null) {
            azure.credential(new TelemetryIdentity(identity));
        }
        AzureMonitorAutoConfigure.customize(builder, azure);
        if (!settings.export().repeat().isZero()) {
            // After Azure's own customizer, which puts its exporter there.
            builder.addMetricExporterCustomizer((exporter, config) ->
                    new ChangedMeters(exporter, settings.export().repeat()));
        }
        return new TelemetryExport(
                builder.build().getOpenTelemetrySdk(),
                loop,
                connections,
                settings.export().shutdownTimeout());
    }

    private static OutageLog client(HttpClient http, LoopResources loop, Duration timeout) {
        return new OutageLog(new NettyAsyncHttpClientBuilder(
                        http.runOn(loop).option(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT))
                .connectTimeout(timeout)
                .writeTimeout(timeout)
                .responseTimeout(timeout)
                .readTimeout(timeout)
                .build());
    }

    /** Settings under the SDK's own names; variables {@code OTEL_*} take precedence. */
    private static Map<String, String> properties(TelemetryProperties settings) {
        Export export = settings.export();
        String delay = millis(export.delay());
        String timeout = millis(export.timeout());
        String queueSize = Integer.toString(export.queueSize());
        String batch = Integer.toString(Export.BATCH);
        return Map.ofEntries(
                Map.entry("otel.propagators", "tracecontext"),
                Map.entry("otel.metric.export.interval", millis(export.interval())),
                // An exemplar per measurement costs every measurement, and Application Insights does not know them.
                Map.entry("otel.metrics.exemplar.filter", "always_off"),
                Map.entry("otel.bsp.schedule.delay", delay),
                Map.entry("otel.bsp.export.timeout", timeout),
                Map.entry("otel.bsp.max.queue.size", queueSize),
                Map.entry("otel.bsp.max.export.batch.size", batch),
                Map.entry("otel.blrp.schedule.delay", delay),
                Map.entry("otel.blrp.export.timeout", timeout),
                Map.entry("otel.blrp.max.queue.size", queueSize),
                Map.entry("otel.blrp.max.export.batch.size", batch),
                Map.entry("applicationinsights.live.metrics.enabled", Boolean.toString(settings.liveMetrics())));
    }

    private static String millis(Duration duration) {
        return Long.toString(duration.toMillis());
    }

    OpenTelemetrySdk sdk() {
        return sdk;
    }

    /**
     * Sends what is left and shuts down. Some steps of the SDK wait for answers without a configurable limit, so they run on another
     * thread, and the calling thread waits no longer than the settings allow.
     */
    void close() {
        long end = System.nanoTime() + shutdownTimeout.toNanos();
        Thread ending = new Thread(() -> end(end), THREADS + "-end");
        ending.setDaemon(true);
        ending.start();
        await(ending, end);
        if (ending.isAlive()) {
            log.warn("Not all telemetry could be sent within {}", shutdownTimeout);
        }
    }

    /** Also on an interrupted thread, such as that of a start which is broken off: the wait has its bound already. */
    private static void await(Thread ending, long end) {
        boolean interrupted = false;
        while (ending.isAlive() && left(end) > 1) {
            try {
                TimeUnit.NANOSECONDS.timedJoin(ending, left(end));
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** The exporters share their HTTP client, so all of them are flushed before the first is shut down. */
    private void end(long end) {
        CompletableResultCode spansAndLogs = CompletableResultCode.ofAll(List.of(
                sdk.getSdkTracerProvider().forceFlush(),
                sdk.getSdkLoggerProvider().forceFlush()));
        // This is refused while a regular report is being sent, and that one lacks the last changes.
        while (!sdk.getSdkMeterProvider()
                        .forceFlush()
                        .join(left(end), TimeUnit.NANOSECONDS)
                        .isSuccess()
                && left(end) > PAUSE.toNanos()) {
            LockSupport.parkNanos(PAUSE.toNanos());
        }
        spansAndLogs.join(left(end), TimeUnit.NANOSECONDS);
        sdk.shutdown().join(left(end), TimeUnit.NANOSECONDS);
        connections.dispose();
        loop.dispose();
    }

    private static long left(long end) {
        return Math.max(1, end - System.nanoTime());
    }
}
