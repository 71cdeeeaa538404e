package io.dronedelivery.gateway.backend.instance;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.gateway.testing.WireBackend;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Backends see no difference between the two HTTP clients. */
@ExtendWith(NoBufferLeaks.class)
class BothClientsTest {

    private static final List<String> METHODS = List.of("POST", "PUT", "PATCH", "DELETE");

    @Test
    void they_send_the_same_requests() throws IOException {
        assertThat(requests("netty")).isEqualTo(requests("reactor-netty")).hasSize(2 + 2 * METHODS.size());
    }

    /** The lines of each request, without the order of the fields and what is never the same. */
    private static List<List<String>> requests(String client) throws IOException {
        Queue<String> heads = new ConcurrentLinkedQueue<>();
        try (WireBackend backend = WireBackend.start()
                        .on(
                                "/it?a=%20b",
                                wire -> {
                                    heads.add(wire.head());
                                    wire.write(WireBackend.answer("1")).close();
                                });
                TestGateway gateway = TestGateway.start(settings(client, backend))) {
            gateway.get("/get", "Accept-Language", "de", "Via", "1.1 before");
            gateway.get("/forward", "X-Text", "gr\u00fc\u00df", "Accept", "text/plain");
            for (String method : METHODS) {
                gateway.sendBody(method, "/" + method.toLowerCase(Locale.ROOT), "", "Content-Type", "text/plain");
                gateway.sendBody(method, "/" + method.toLowerCase(Locale.ROOT), "{}", "Content-Type", "text/plain");
            }
        }
        List<List<String>> requests = new ArrayList<>();
        for (String head : heads) {
            requests.add(head.lines()
                    .map(line -> line.startsWith("Host:") || line.startsWith("host:") ? "host" : line)
                    .map(line -> line.replaceAll("^(?i)(traceparent|x-request-timeout-ms): .*", "$1"))
                    .map(line -> line.contains(":")
                            ? line.substring(0, line.indexOf(':')).toLowerCase(Locale.ROOT)
                                    + line.substring(line.indexOf(':'))
                            : line)
                    .sorted()
                    .toList());
        }
        return requests;
    }

    private static String[] settings(String client, WireBackend backend) {
        List<String> settings = new ArrayList<>(List.of(
                "gateway.backend-client=" + client,
                "gateway.via=tested",
                "gateway.backends.wire.base-url=" + backend.url(),
                "gateway.backends.wire.circuit-breaker.enabled=false",
                "gateway.aggregations.get.path=/get",
                "gateway.aggregations.get.parts.it.backend=wire",
                "gateway.aggregations.get.parts.it.path=/it?a=%20b",
                "gateway.forwards.forward.method=GET",
                "gateway.forwards.forward.path=/forward",
                "gateway.forwards.forward.backend=wire",
                "gateway.forwards.forward.target=/it?a=%20b",
                "gateway.forwards.forward.request-headers=X-Text,Accept"));
        for (String method : METHODS) {
            String name = method.toLowerCase(Locale.ROOT);
            settings.add("gateway.forwards." + name + ".method=" + method);
            settings.add("gateway.forwards." + name + ".path=/" + name);
            settings.add("gateway.forwards." + name + ".backend=wire");
            settings.add("gateway.forwards." + name + ".target=/it?a=%20b");
            settings.add("gateway.forwards." + name + ".request-headers=Content-Type");
        }
        return settings.toArray(String[]::new);
    }
}
