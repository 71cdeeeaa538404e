package io.dronedelivery.gateway.warmup;

import io.dronedelivery.gateway.backend.Backends;
import io.dronedelivery.gateway.settings.GatewayProperties;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.SmartLifecycle;

/**
 * Runs the code of an aggregation and tries a connection to each backend, before the web server listens. Otherwise the first call loads a
 * thousand classes while the timeouts of its parts run. Nothing that goes wrong here ends the start.
 */
final class GatewayWarmUp implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(GatewayWarmUp.class);

    private static final int CALLS = 20;

    private final GatewayProperties settings;
    private final Backends backends;
    private final BeanFactory beans;
    private volatile boolean running;

    /** @param beans of the gateway */
    GatewayWarmUp(GatewayProperties settings, Backends backends, BeanFactory beans) {
        this.settings = settings;
        this.backends = backends;
        this.beans = beans;
    }

    /** The web server is the next to start. */
    @Override
    public int getPhase() {
        return WebServerApplicationContext.START_STOP_LIFECYCLE_PHASE - 1;
    }

    @Override
    public void start() {
        running = true;
        if (settings.warmUp().isZero() || settings.backends().isEmpty()) {
            return;
        }
        long end = System.nanoTime() + settings.warmUp().toNanos();
        CompletableFuture<Void> connections = backends.tryConnections().toFuture();
        try (Rehearsal rehearsal = new Rehearsal(beans)) {
            rehearsal.call(CALLS, end);
            connections.get(end - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException | TimeoutException e) {
            log.debug("The warm-up was not complete within {}", settings.warmUp(), e);
        } catch (RuntimeException | ExecutionException e) {
            log.warn("The warm-up failed, so the first call takes longer than the next ones", e);
        } finally {
            connections.cancel(true);
        }
    }

    @Override
    public void stop() {
        running = false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
