package io.dronedelivery.localservicebus.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.qpid.proton.amqp.UnknownDescribedType;
import org.junit.jupiter.api.Test;

/** The engine's encoder remembers every descriptor that it meets, and clients make them up. */
class AmqpCodecTest {
    /** For a busy machine; only a failure takes so long. */
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    private final AmqpCodec codec = new AmqpCodec();

    @Test
    void descriptors_of_clients_are_not_kept_for_ever() {
        List<WeakReference<String>> descriptors = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            String descriptor = i + "d".repeat(100_000);
            descriptors.add(new WeakReference<>(descriptor));
            codec.encode(List.of(new UnknownDescribedType(descriptor, "value")));
        }
        assertThatFirstIsForgotten(descriptors);
    }

    @Test
    void a_descriptor_of_what_cannot_be_encoded_is_not_kept() {
        List<WeakReference<String>> descriptors = new ArrayList<>();
        encodeInVain(descriptors);
        assertThatFirstIsForgotten(descriptors);
    }

    private void encodeInVain(List<WeakReference<String>> descriptors) {
        String descriptor = "d".repeat(10);
        descriptors.add(new WeakReference<>(descriptor));
        List<?> odd = List.of(new UnknownDescribedType(descriptor, List.of(new long[] {1})));
        assertThatThrownBy(() -> codec.encode(odd)).isInstanceOf(ClassCastException.class);
    }

    private static void assertThatFirstIsForgotten(List<WeakReference<String>> descriptors) {
        await().atMost(TIMEOUT).untilAsserted(() -> {
            System.gc();
            assertThat(descriptors.get(0).get() == null).isTrue();
        });
    }
}
