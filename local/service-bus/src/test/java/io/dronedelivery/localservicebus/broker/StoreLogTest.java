package io.dronedelivery.localservicebus.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.lang.reflect.Proxy;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class StoreLogTest {
    /** A log that takes nothing. */
    private static final StoreLog FULL = (StoreLog) Proxy.newProxyInstance(
            StoreLog.class.getClassLoader(), new Class<?>[] {StoreLog.class}, (log, method, of) -> {
                throw new IllegalStateException("full");
            });

    @Test
    void a_message_that_the_log_does_not_take_is_not_there() {
        Namespace namespace = new Namespace().queue("q").topic("t", "1=1");
        namespace.broker().log(FULL);

        assertThatIllegalStateException().isThrownBy(() -> namespace.send("q", namespace.message("sent")));
        assertThatIllegalStateException()
                .isThrownBy(() -> namespace.schedule("t", namespace.message("scheduled"), Duration.ofSeconds(1)));

        assertThat(namespace.bodies("q")).isEmpty();
        assertThat(namespace.broker().topic("t").orElseThrow().depth().messages())
                .isZero();
    }
}
