package io.dronedelivery.lab.accounts.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArchiveAuditTest {

    @TempDir
    private Path archive;

    @Test
    void every_message_of_the_run_is_counted_once() throws IOException {
        write("date=2026-11-22/a.jsonl", line("dr-0001-r1-0"), line("dr-0001-r1-1"), line("dr-0002-r1-0"));
        write("date=2026-11-23/b.jsonl", line("dr-0002-r1-1"), line("dr-0001-other-7"));

        assertThat(ArchiveAudit.of(archive, "r1")).satisfies(audit -> {
            assertThat(audit.lines()).isEqualTo(4);
            assertThat(audit.messages()).isEqualTo(4);
            assertThat(audit.repeated()).isZero();
            assertThat(audit.missing()).isZero();
            assertThat(audit.files()).isEqualTo(2);
        });
    }

    @Test
    void what_is_there_twice_and_what_is_missing_is_told() throws IOException {
        write("date=2026-11-22/a.jsonl", line("dr-0001-r1-0"), line("dr-0001-r1-0"), line("dr-0001-r1-3"));

        ArchiveAudit audit = ArchiveAudit.of(archive, "r1");

        assertThat(audit.repeated()).isEqualTo(1);
        assertThat(audit.missing()).isEqualTo(2);
    }

    @Test
    void files_under_way_are_not_read_and_compressed_ones_are() throws IOException {
        write(".writing/c.jsonl", line("dr-0001-r1-9"));
        Path file = Files.createDirectories(archive.resolve("date=2026-11-22")).resolve("d.jsonl.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write((line("dr-0001-r1-0") + "\n").getBytes(StandardCharsets.UTF_8));
        }

        assertThat(ArchiveAudit.of(archive, "r1").messages()).isEqualTo(1);
    }

    @Test
    void complete_files_are_deleted_and_those_under_way_stay() throws IOException {
        write("date=2026-11-22/a.jsonl", line("dr-0001-r1-0"));
        write(".writing/c.jsonl", line("dr-0001-r1-9"));

        ArchiveAudit.delete(archive);

        assertThat(archive.resolve("date=2026-11-22")).isEmptyDirectory();
        assertThat(archive.resolve(".writing/c.jsonl")).exists();
    }

    @Test
    void an_archive_that_was_never_begun_has_nothing() throws IOException {
        assertThat(ArchiveAudit.of(archive.resolve("nowhere"), "r1").messages()).isZero();
    }

    private static String line(String id) {
        return "{\"specversion\":\"1.0\",\"id\":\"" + id
                + "\",\"type\":\"DroneTelemetry\",\"data\":{\"payload\":\"x\"}}";
    }

    private void write(String file, String... lines) throws IOException {
        Path path = archive.resolve(file);
        Files.createDirectories(path.getParent());
        Files.write(path, List.of(lines));
    }
}
