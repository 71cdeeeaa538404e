package io.dronedelivery.localcosmos.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.localcosmos.store.ChangeLog;
import io.dronedelivery.localcosmos.store.Container;
import io.dronedelivery.localjournal.Frame;
import io.dronedelivery.localjournal.JournalReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Whatever a journal holds, it is refused as one that is damaged, or it is read; then nothing but its end is left out, and what was read
 * is what is read again. The first byte says whether the others are the file or the entries of one frame in it, whose checksum is right.
 */
final class ContainerJournalFuzz {

    private static final Path FILE = file();

    private ContainerJournalFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) throws IOException {
        if (input.length == 0) {
            return;
        }
        byte[] rest = Arrays.copyOfRange(input, 1, input.length);
        byte[] bytes = (input[0] & 1) == 0 ? rest : frame(rest);
        Container container = ContainerJournalTest.container(ChangeLog.NONE);
        Files.write(FILE, bytes);
        JournalReader.JournalContent read;
        try {
            read = read(FILE, container);
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("damaged at byte").hasMessageContaining(FILE.toString());
            assertThat(Files.readAllBytes(FILE)).isEqualTo(bytes);
            return;
        }

        assertThat(read.bytes() + read.torn()).isEqualTo(bytes.length);
        Files.write(FILE, Arrays.copyOf(bytes, (int) read.bytes()));
        Container again = ContainerJournalTest.container(ChangeLog.NONE);
        assertThat(read(FILE, again)).isEqualTo(new JournalReader.JournalContent(read.bytes(), 0));
        assertThat(ContainerJournalTest.documents(again)).isEqualTo(ContainerJournalTest.documents(container));
        assertThat(again.lastSequence()).isEqualTo(container.lastSequence());
    }

    static JournalReader.JournalContent read(Path file, Container container) throws IOException {
        return JournalReader.read(file, JournalCodec.FORMAT, payload -> JournalCodec.restore(payload, container));
    }

    /** A frame as it would be written, had it these entries. */
    static byte[] frame(byte[] entries) throws IOException {
        Frame frame = new Frame();
        frame.records().write(entries);
        ByteBuffer bytes = frame.toBytes();
        return Arrays.copyOf(bytes.array(), bytes.limit());
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
