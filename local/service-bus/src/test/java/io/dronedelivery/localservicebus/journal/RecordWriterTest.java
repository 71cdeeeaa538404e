package io.dronedelivery.localservicebus.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.dronedelivery.localservicebus.broker.Broker;
import io.dronedelivery.localservicebus.message.AmqpCodec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecordWriterTest {
    private static final int MEBIBYTE = 1024 * 1024;

    @Test
    void what_a_broker_holds_is_written_in_pieces_whatever_the_size_of_its_messages() {
        Broker broker = BrokerJournalTest.broker(null);
        for (int i = 0; i < 40; i++) {
            broker.queue("q")
                    .orElseThrow()
                    .send(List.of(BrokerJournalTest.message(broker, "id", new byte[MEBIBYTE / 10])));
        }
        List<Integer> pieces = new ArrayList<>();

        broker.describe(new RecordWriter(broker.codec(), bytes -> pieces.add(bytes.remaining())));

        assertThat(pieces).hasSizeBetween(2, 10).allMatch(size -> size < 2 * MEBIBYTE);
    }

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
