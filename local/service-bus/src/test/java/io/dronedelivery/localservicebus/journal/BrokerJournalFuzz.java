package io.dronedelivery.localservicebus.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.localjournal.JournalFile;
import io.dronedelivery.localjournal.JournalReader;
import io.dronedelivery.localservicebus.broker.Broker;
import io.dronedelivery.localservicebus.broker.Restoration;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;

/**
 * Whatever a journal holds, it is refused with a reason, or its entities are restored, and what they write anew restores the same. The
 * first byte says whether the others are the file or the changes of one frame in it, whose checksum is right.
 */
final class BrokerJournalFuzz {

    private static final int HEADER_BYTES = 8;
    private static final Path FILE = file();

    private BrokerJournalFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) throws IOException {
        if (input.length == 0) {
            return;
        }
        byte[] rest = Arrays.copyOfRange(input, 1, input.length);
        byte[] bytes = rest;
        if ((input[0] & 1) != 0) {
            try (JournalFile framed = JournalFile.create(FILE, BrokerJournal.FORMAT)) {
                framed.append(BrokerJournalTest.frame(rest));
            }
            bytes = Files.readAllBytes(FILE);
        }
        Files.write(FILE, bytes);
        Broker broker = BrokerJournalTest.broker(Duration.ofMinutes(5));
        Restoration restoration = broker.restoration();
        try {
            JournalReader.read(FILE, BrokerJournal.FORMAT, new RecordReader(broker.codec(), restoration)::read);
        } catch (IOException e) {
            assertThat(e).hasMessageContaining(FILE.toString()).hasMessageMatching("(?s).*(damaged|no journal).*");
            return;
        }
        try {
            restoration.finish();
        } catch (IllegalArgumentException e) {
            assertThat(e).hasMessageContaining("not declared");
            return;
        }

        byte[] written = written(broker);
        Broker again = BrokerJournalTest.broker(Duration.ofMinutes(5));
        new RecordReader(again.codec(), again.restoration()).read(written);
        assertThat(written(again)).isEqualTo(written);
    }

    /** All that must be known to restore the broker's entities as they are now. */
    static byte[] written(Broker broker) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        broker.describe(new RecordWriter(
                broker.codec(), frame -> all.write(frame.array(), HEADER_BYTES, frame.remaining() - HEADER_BYTES)));
        return all.toByteArray();
    }

    private static Path file() {
        try {
            Path file = Files.createTempFile("journal", ".fuzz");
            file.toFile().deleteOnExit();
            return file;
        } catch (IOException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
