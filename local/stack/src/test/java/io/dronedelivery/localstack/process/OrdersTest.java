package io.dronedelivery.localstack.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.dronedelivery.localstack.application.Application;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class OrdersTest {

    @Test
    void what_is_ordered_is_what_is_read() throws IOException {
        Orders orders = new Orders(
                Application.DRONE_SERVICE,
                List.of("--a=1", "--empty=", "--text=two words, a + and a\nline", "--debug"));

        assertThat(read(String.join("\n", orders.lines()) + "\n")).isEqualTo(orders);
    }

    @Test
    void without_a_launcher_it_says_who_should_have_ordered() {
        assertThatIOException().isThrownBy(() -> read("")).withMessageContaining("started by the local stack");
    }

    private static Orders read(String text) throws IOException {
        return Orders.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }
}
