package io.dronedelivery.gateway.forward;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.context.SmartLifecycle;

/**
 * All streams that are open, to be ended before the server waits for its requests. They are ended after the pause in which a load
 * balancer learns of the shutdown, so that their callers go to another instance when they ask again. Any thread may call it.
 */
final class OpenStreams implements SmartLifecycle {

    interface Stream {
        /** Ends it because the gateway is stopping. */
        void shutDown();
    }

    private final Set<Stream> open = ConcurrentHashMap.newKeySet();
    private volatile boolean running;
    /** Not the opposite of running: the server answers a moment before this is started. */
    private volatile boolean stopping;

    /** False when none may begin any more. */
    boolean mayBegin() {
        return !stopping;
    }

    void add(Stream stream) {
        open.add(stream);
    }

    void remove(Stream stream) {
        open.remove(stream);
    }

    /** Between the pause of service-kit, which is in the highest phase, and the server's wait for its requests. */
    @Override
    public int getPhase() {
        return Integer.MAX_VALUE - 1;
    }

    @Override
    public void start() {
        running = true;
        stopping = false;
    }

    @Override
    public void stop() {
        running = false;
        stopping = true;
        open.forEach(Stream::shutDown);
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
