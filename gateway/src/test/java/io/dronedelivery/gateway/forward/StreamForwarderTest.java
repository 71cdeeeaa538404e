package io.dronedelivery.gateway.forward;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.gateway.backend.answer.RequestRoom;
import io.dronedelivery.gateway.backend.call.BackendRequest;
import io.dronedelivery.gateway.backend.call.CallOrigin;
import io.dronedelivery.gateway.telemetry.CallSpan;
import io.dronedelivery.gateway.testing.GatewayInFront;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.handler.codec.http.HttpHeaders;
import java.time.Duration;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.reactivestreams.Subscription;
import org.springframework.mock.http.server.reactive.MockServerHttpResponse;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Mono;

class StreamForwarderTest {

    private static final CallOrigin NOBODY = new CallOrigin() {
        @Override
        public RequestRoom room() {
            throw new AssertionError("no answer comes");
        }

        @Override
        public void addTo(HttpHeaders headers) {}

        @Override
        public CallSpan beginSpan(String uri) {
            return CallSpan.NONE;
        }
    };

    @RegisterExtension
    static final GatewayInFront front = GatewayInFront.forwarding();

    @Test
    void a_stream_that_is_cancelled_while_it_is_subscribed_does_not_stay_open() {
        Forward forward = front.gateway().bean(Forwards.class).all().stream()
                .filter(one -> one.stream() != null)
                .findFirst()
                .orElseThrow();
        OpenStreams open = new OpenStreams();
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        StreamForwarder forwarder = new StreamForwarder(
                forward,
                forward.stream(),
                new ForwardMeters(meters, forward),
                new StreamMeters(meters, forward, forward.stream()),
                open);

        forwarder
                .forward(
                        request(forward),
                        null,
                        "caller",
                        new MockServerHttpResponse(),
                        whole -> Mono.empty(),
                        (head, body) -> Mono.empty())
                .subscribe(new BaseSubscriber<>() {
                    @Override
                    protected void hookOnSubscribe(Subscription subscription) {
                        cancel();
                    }
                });

        assertThat(open).extracting("open", InstanceOfAssertFactories.ITERABLE).isEmpty();
        assertThat(meters.get("gateway.forward.streams").gauge().value()).isZero();
        assertThat(front.backend().calls()).isEmpty();
    }

    private static BackendRequest request(Forward forward) {
        Duration time = Duration.ofSeconds(20);
        return BackendRequest.get(
                "/stream",
                true,
                forward.backend().anything(false),
                forward.backend().workload(forward.priority()),
                System.nanoTime() + time.toNanos(),
                time,
                false,
                null,
                NOBODY);
    }
}
