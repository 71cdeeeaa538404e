package io.dronedelivery.localservicebus.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dronedelivery.localjournal.Frame;
import io.dronedelivery.localjournal.JournalFile;
import io.dronedelivery.localservicebus.broker.Broker;
import io.dronedelivery.localservicebus.broker.Consumer;
import io.dronedelivery.localservicebus.broker.EventLoop;
import io.dronedelivery.localservicebus.broker.Lock;
import io.dronedelivery.localservicebus.broker.MessageQueue;
import io.dronedelivery.localservicebus.broker.QueueSettings;
import io.dronedelivery.localservicebus.broker.StoredMessage;
import io.dronedelivery.localservicebus.broker.Topology;
import io.dronedelivery.localservicebus.message.AmqpMessage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.qpid.proton.amqp.Binary;
import org.apache.qpid.proton.amqp.messaging.Data;
import org.apache.qpid.proton.message.Message;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BrokerJournalTest {
    private static final int BODY = 1000;

    @TempDir
    Path directory;

    /** A loop on the test's own thread, whose timers never fire. */
    private static final class StillLoop implements EventLoop {
        private final AtomicBoolean hasNoTime = new AtomicBoolean();

        @Override
        public long now() {
            if (hasNoTime.get()) {
                throw new IllegalStateException("no time");
            }
            return System.currentTimeMillis();
        }

        @Override
        public void schedule(long delayMillis, Runnable task) {}
    }

    /** Takes so many messages and keeps nothing. */
    static final class Glutton implements Consumer {
        private int credit;

        Glutton(int credit) {
            this.credit = credit;
        }

        @Override
        public int credit() {
            return credit;
        }

        @Override
        public boolean peekLock() {
            return false;
        }

        @Override
        public void deliver(StoredMessage message, Lock lock) {
            credit--;
        }

        @Override
        public void sessionLost() {}
    }

    static Broker broker(Duration duplicateWindow) {
        return broker(duplicateWindow, new StillLoop());
    }

    private static Broker broker(Duration duplicateWindow, StillLoop loop) {
        QueueSettings settings = new QueueSettings(
                Duration.ofMinutes(1), 10, null, false, false, duplicateWindow, null, null, Long.MAX_VALUE);
        return new Broker(new Topology(Map.of("q", settings), Map.of()), loop, true, 1);
    }

    private static AmqpMessage message(Broker broker, String id) {
        return message(broker, id, new byte[BODY]);
    }

    static AmqpMessage message(Broker broker, String id, byte[] body) {
        Message message = Message.Factory.create();
        message.setBody(new Data(new Binary(body)));
        message.setMessageId(id);
        byte[] bytes = new byte[1_000 + body.length + 4 * id.length()];
        return AmqpMessage.parse(bytes, 0, message.encode(bytes, 0, bytes.length), broker.codec());
    }

    static ByteBuffer frame(byte[] payload) throws IOException {
        Frame frame = new Frame();
        frame.records().write(payload);
        return frame.toBytes();
    }

    @Test
    void a_journal_that_has_grown_is_written_anew_with_what_is_left() throws Exception {
        Broker broker = broker(null);
        try (BrokerJournal journal = BrokerJournal.open(directory, broker, 50L * BODY)) {
            assertThat(journal).isNotNull();
            MessageQueue queue = broker.queue("q").orElseThrow();
            queue.deliveries().receivers().attach(new Glutton(990));
            for (int i = 0; i < 1000; i++) {
                queue.send(List.of(message(broker, "")));
                broker.settleDown();
            }
        }
        assertThat(Files.size(directory.resolve("servicebus.journal"))).isLessThan(100L * BODY);

        Broker restored = broker(null);
        try (BrokerJournal journal = BrokerJournal.open(directory, restored)) {
            assertThat(journal).isNotNull();
            MessageQueue queue = restored.queue("q").orElseThrow();
            assertThat(queue.peek(0, 100, null))
                    .extracting(StoredMessage::sequence)
                    .containsExactly(991L, 992L, 993L, 994L, 995L, 996L, 997L, 998L, 999L, 1000L);
            queue.send(List.of(message(restored, "")));
            assertThat(queue.peek(1001, 1, null)).hasSize(1);
        }
    }

    /** The broker asks for the time when it tells the new file the message ids that it has seen. */
    @Test
    void nothing_is_acknowledged_after_the_journal_could_not_be_written_anew() {
        StillLoop loop = new StillLoop();
        Broker broker = broker(Duration.ofMinutes(5), loop);
        int acknowledged = 0;
        try (BrokerJournal journal = BrokerJournal.open(directory, broker, 2L * BODY)) {
            assertThat(journal).isNotNull();
            MessageQueue queue = broker.queue("q").orElseThrow();
            for (int i = 0; i < 5; i++) {
                queue.send(List.of(message(broker, "id " + i)));
                loop.hasNoTime.set(true);
                try {
                    broker.settleDown();
                    acknowledged++;
                } catch (IllegalStateException e) {
                    assertThat(e).hasMessageContaining(i == 1 ? "no time" : "has failed before");
                }
                loop.hasNoTime.set(false);
            }
        }

        Broker restored = broker(Duration.ofMinutes(5));
        try (BrokerJournal journal = BrokerJournal.open(directory, restored)) {
            assertThat(journal).isNotNull();
            assertThat(restored.queue("q").orElseThrow().peek(0, 100, null)).hasSizeGreaterThanOrEqualTo(acknowledged);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "63 00000000", // no such kind of record
                "02 00000005 0000000000000001", // an entity without a name
                "00 00000000 ffffffff", // a text of negative length
                "00 00000000 00000001 71 03 00000000 0000000000000001 00000000 09", // no such state
                "00 00000000 00000001 71 07 00000000 00000002 7b7d", // a rule without a filter
                "00 00000000 00000001 71 02 00000000 00", // cut short
            })
    void changes_that_cannot_be_read_are_reported_with_their_place(String hex) throws IOException {
        Path path = directory.resolve("servicebus.journal");
        try (JournalFile file = JournalFile.create(path, BrokerJournal.FORMAT)) {
            file.append(frame(HexFormat.of().parseHex(hex.replace(" ", ""))));
        }

        assertThatIllegalStateException()
                .isThrownBy(() -> BrokerJournal.open(directory, broker(null)))
                .withMessageContaining(path + " is damaged at byte 8");
    }

    @Test
    void a_length_that_cannot_be_is_damage_even_when_the_checksum_is_right() throws Exception {
        for (int length : new int[] {-1, 1_000}) {
            try (JournalFile file = JournalFile.create(directory.resolve("servicebus.journal"), BrokerJournal.FORMAT)) {
                // An entity's record: type, number, length of its path.
                file.append(frame(ByteBuffer.allocate(9)
                        .put((byte) RecordType.ENTITY.number())
                        .putInt(0)
                        .putInt(length)
                        .array()));
            }

            assertThatThrownBy(() -> BrokerJournal.open(directory, broker(null)))
                    .hasStackTraceContaining("servicebus.journal is damaged at byte 8")
                    .hasStackTraceContaining("A record says " + length + " bytes where 0 are left");
        }
    }

    /** The first bit makes the length negative, the second one makes it more than the file has. */
    @ParameterizedTest
    @ValueSource(ints = {0x80, 0x40})
    void a_frame_that_ends_beyond_the_file_is_damage_when_a_whole_one_follows(int bit) throws IOException {
        Path path = directory.resolve("servicebus.journal");
        try (JournalFile file = JournalFile.create(path, BrokerJournal.FORMAT)) {
            for (int frame = 0; frame < 2; frame++) {
                file.append(frame(HexFormat.of().parseHex("000000000" + frame + "0000000171")));
            }
        }
        byte[] damaged = Files.readAllBytes(path);
        damaged[8] ^= (byte) bit;
        Files.write(path, damaged);

        assertThatIllegalStateException()
                .isThrownBy(() -> BrokerJournal.open(directory, broker(null)))
                .withMessageContaining(path + " is damaged at byte 8");
        assertThat(path).hasBinaryContent(damaged);
    }

    @Test
    void ids_of_any_length_are_kept() {
        String id = "é".repeat(70_000);
        for (int start = 0; start < 2; start++) {
            Broker broker = broker(Duration.ofMinutes(5));
            try (BrokerJournal journal = BrokerJournal.open(directory, broker)) {
                assertThat(journal).isNotNull();
                MessageQueue queue = broker.queue("q").orElseThrow();
                queue.send(List.of(message(broker, id)));
                broker.settleDown();
                assertThat(queue.peek(0, 10, null)).hasSize(1);
            }
        }
    }
}
