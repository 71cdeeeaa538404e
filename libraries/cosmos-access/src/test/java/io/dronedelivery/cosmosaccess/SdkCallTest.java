package io.dronedelivery.cosmosaccess;

import static org.assertj.core.api.Assertions.assertThatCode;

import com.azure.cosmos.CosmosDiagnostics;
import com.azure.cosmos.implementation.ClientSideRequestStatistics;
import com.azure.cosmos.implementation.ClientSideRequestStatistics.GatewayStatistics;
import com.azure.cosmos.implementation.DiagnosticsClientContext;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class SdkCallTest {

    @Test
    void calls_are_read_while_the_sdk_adds_further_ones() throws InterruptedException {
        ClientSideRequestStatistics group = new ClientSideRequestStatistics(new Client());
        AtomicBoolean done = new AtomicBoolean();
        Thread sdk = new Thread(() -> {
            while (!done.get()) {
                addCall(group);
            }
        });

        sdk.start();
        try {
            assertThatCode(() -> {
                        for (int i = 0; i < 20_000; i++) {
                            SdkCall.in(group);
                        }
                    })
                    .doesNotThrowAnyException();
        } finally {
            done.set(true);
            sdk.join();
        }
    }

    /** As {@code recordGatewayResponse} does, for a request of its own. */
    private static void addCall(ClientSideRequestStatistics group) {
        synchronized (group) {
            List<GatewayStatistics> calls = group.getGatewayStatisticsList();
            if (calls.size() == 50) {
                calls.clear();
            }
            calls.add(new GatewayStatistics());
        }
    }

    private static final class Client implements DiagnosticsClientContext {

        @Override
        public DiagnosticsClientConfig getConfig() {
            return new DiagnosticsClientConfig();
        }

        @Override
        public CosmosDiagnostics createDiagnostics() {
            throw new UnsupportedOperationException();
        }

        @Override
        public CosmosDiagnostics getMostRecentlyCreatedDiagnostics() {
            throw new UnsupportedOperationException();
        }

        @Override
        public String getUserAgent() {
            return "test";
        }
    }
}
