package io.dronedelivery.localservicebus.journal;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.dronedelivery.localservicebus.message.AmqpCodec;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;

class RecordWriterTest {
    @Test
    void changes_that_could_not_be_written_are_not_taken_for_written_at_the_next_flush() {
        RecordWriter writer = new RecordWriter(new AmqpCodec(), bytes -> {
            throw new UncheckedIOException(new IOException("disk full"));
        });
        writer.removed("q", 1);
        for (int i = 0; i < 2; i++) {
            assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(writer::flush);
        }
    }
}
