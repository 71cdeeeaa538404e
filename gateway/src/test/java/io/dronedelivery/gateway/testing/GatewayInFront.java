package io.dronedelivery.gateway.testing;

import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A backend and a gateway in front of it for the tests of one class. Both are started when this is made and stopped after the last
 * test; before each test the backend forgets what it was told and asked.
 */
public final class GatewayInFront implements BeforeEachCallback, AfterAllCallback {

    private final TestBackend backend;
    private final TestGateway gateway;

    private GatewayInFront(TestBackend backend, TestGateway gateway) {
        this.backend = backend;
        this.gateway = gateway;
    }

    /** With the aggregations of {@code test-aggregations.yml}. */
    public static GatewayInFront aggregating(String... settings) {
        TestBackend backend = TestBackend.start();
        return new GatewayInFront(backend, TestGateway.startInFrontOf(backend, settings));
    }

    /** With the forwards of {@code test-forwards.yml}. */
    public static GatewayInFront forwarding(String... settings) {
        TestBackend backend = TestBackend.start();
        return new GatewayInFront(backend, TestGateway.startForwardingTo(backend.url(), settings));
    }

    public TestBackend backend() {
        return backend;
    }

    public TestGateway gateway() {
        return gateway;
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        backend.reset();
    }

    @Override
    public void afterAll(ExtensionContext context) {
        gateway.close();
        backend.close();
    }
}
