package io.dronedelivery.requestreply.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Sinks;

class BatcherTest {

    private final List<List<String>> sent = new ArrayList<>();
    private final Sinks.One<Map<String, Throwable>> answer = Sinks.one();
    private final Batcher<String> batcher = new Batcher<>(10, 1_000, 1, String::length, batch -> {
        sent.add(batch);
        return answer.asMono();
    });

    @Test
    void item_that_is_cancelled_while_it_waits_is_neither_kept_nor_sent() {
        Disposable sending = batcher.send("first").subscribe();
        Disposable cancelled = batcher.send("cancelled").subscribe();
        Disposable waiting = batcher.send("last").subscribe();
        assertThat(batcher.waiting()).isEqualTo(2);

        cancelled.dispose();
        assertThat(batcher.waiting()).isEqualTo(1);
        answer.tryEmitValue(Map.of());

        assertThat(sent).containsExactly(List.of("first"), List.of("last"));
        sending.dispose();
        waiting.dispose();
    }
}
