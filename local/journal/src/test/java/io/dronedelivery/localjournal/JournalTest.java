package io.dronedelivery.localjournal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JournalTest {
    private static final JournalFormat FORMAT = new JournalFormat("test", "MAGIC", type -> type == 'r');

    @TempDir
    private Path directory;

    private Path path;

    @BeforeEach
    void nameTheFile() {
        path = directory.resolve("a.journal");
    }

    private static ByteBuffer frame(String... records) throws IOException {
        Frame frame = new Frame();
        for (String each : records) {
            frame.records().write(each.getBytes(StandardCharsets.UTF_8));
        }
        return frame.toBytes();
    }

    private void write(ByteBuffer... frames) throws IOException {
        try (JournalFile file = JournalFile.open(path, FORMAT)) {
            file.append(frames);
            assertThat(file.size()).isEqualTo(Files.size(path));
        }
    }

    private List<String> read() throws IOException {
        List<String> payloads = new ArrayList<>();
        JournalReader.cutOff(
                path,
                JournalReader.read(path, FORMAT, payload -> payloads.add(new String(payload, StandardCharsets.UTF_8))));
        return payloads;
    }

    @Test
    void frames_are_read_in_the_order_in_which_they_were_appended() throws IOException {
        write(frame("r1", "r2"), frame("r3"));
        write(frame("r4"));

        assertThat(read()).containsExactly("r1r2", "r3", "r4");
    }

    @Test
    void a_frame_is_used_again_after_it_was_emptied() throws IOException {
        Frame frame = new Frame();
        frame.records().writeByte('r');
        assertThat(frame.size()).isEqualTo(1);
        write(frame.toBytes());
        frame.reset();
        assertThat(frame.size()).isZero();
        frame.records().writeBytes("r2");
        write(frame.toBytes());

        assertThat(read()).containsExactly("r", "r2");
    }

    @Test
    void a_file_that_ends_in_the_middle_of_a_frame_loses_that_frame_alone_and_goes_on() throws IOException {
        write(frame("r1"));
        long good = Files.size(path);
        write(frame("r2"));
        byte[] whole = Files.readAllBytes(path);
        for (int length = (int) good; length < whole.length; length++) {
            Files.write(path, Arrays.copyOf(whole, length));

            assertThat(read()).containsExactly("r1");

            assertThat(path).hasSize(good);
            write(frame("r3"));
            assertThat(read()).containsExactly("r1", "r3");
        }
    }

    @Test
    void zeros_that_a_crash_left_at_the_end_are_cut_off() throws IOException {
        write(frame("r1"));
        Files.write(path, new byte[100], StandardOpenOption.APPEND);

        assertThat(read()).containsExactly("r1");
    }

    /** In the checksum, in the payload, and in the length: negative, and beyond the end of the file. */
    @ParameterizedTest
    @ValueSource(ints = {9, 14, 5, 6})
    void damage_before_a_whole_frame_is_reported_with_its_place_and_changes_nothing(int at) throws IOException {
        write(frame("r1"), frame("r2"));
        byte[] damaged = Files.readAllBytes(path);
        damaged[at] ^= (byte) 0x80;
        Files.write(path, damaged);

        assertThatIOException().isThrownBy(this::read).withMessageContaining(path + " is damaged at byte 5");
        assertThat(path).hasBinaryContent(damaged);
    }

    @Test
    void a_payload_that_its_reader_refuses_is_damage() throws IOException {
        write(frame("r1"));

        assertThatIOException()
                .isThrownBy(() -> JournalReader.read(path, FORMAT, payload -> {
                    throw new IllegalArgumentException("no such record");
                }))
                .withMessageContaining("is damaged at byte 5")
                .withStackTraceContaining("no such record");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "MAGI", "OTHER and more"})
    void a_file_of_another_kind_is_refused(String content) throws IOException {
        Files.writeString(path, content);

        assertThatIOException().isThrownBy(this::read).withMessage(path + " is no journal of a test");
    }

    @Test
    void a_file_of_another_version_is_named() throws IOException {
        Files.writeString(path, "TEST0002 and more");

        assertThatIOException()
                .isThrownBy(() ->
                        JournalReader.read(path, new JournalFormat("test", "TEST0001", type -> true), payload -> {}))
                .withMessage(path + " is a journal of another version of the test");
    }

    @Test
    void a_file_that_is_written_anew_takes_the_place_of_the_old_one_and_goes_on() throws IOException {
        write(frame("r1"), frame("r2"));
        try (JournalFile fresh = JournalFile.replacementOf(path, FORMAT)) {
            fresh.append(frame("r2"));
            fresh.force();
            assertThat(read()).containsExactly("r1", "r2");
            fresh.replace(path);
            fresh.append(frame("r3"));
        }

        assertThat(read()).containsExactly("r2", "r3");
        assertThat(directory).isDirectoryNotContaining(file -> !file.equals(path));
    }

    @Test
    void a_directory_belongs_to_one_owner_at_a_time() throws IOException {
        Path data = directory.resolve("made/data");
        try (DirectoryLock lock = DirectoryLock.tryLock(data)) {
            assertThat(lock).isNotNull();
            assertThat(DirectoryLock.tryLock(data)).isNull();
        }
        try (DirectoryLock next = DirectoryLock.tryLock(data)) {
            assertThat(next).isNotNull();
        }
    }
}
