package io.dronedelivery.lab.accounts.telemetry;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/**
 * What is in the archive of a run, by reading its files.
 *
 * @param lines that are messages of this run
 * @param messages how many different ones
 * @param missing sequence numbers below the highest of their drone that no line has
 * @param files that were read
 */
record ArchiveAudit(long lines, long messages, long missing, long files, long bytes) {

    private static final Pattern ID = Pattern.compile("\"id\":\"(dr-\\d+)-([A-Za-z0-9]+)-(\\d+)\"");
    private static final String UNDER_WAY = ".writing";

    /** How often a message is there that should be there once. */
    long repeated() {
        return lines - messages;
    }

    /** @param run as in the ids, {@code <drone>-<run>-<sequence>} */
    static ArchiveAudit of(Path archive, String run) throws IOException {
        Map<String, BitSet> sequences = new HashMap<>();
        long lines = 0;
        long bytes = 0;
        List<Path> files = files(archive);
        for (Path file : files) {
            bytes += Files.size(file);
            lines += read(file, run, sequences);
        }
        long messages =
                sequences.values().stream().mapToLong(BitSet::cardinality).sum();
        long missing = sequences.values().stream()
                .mapToLong(seen -> seen.length() - seen.cardinality())
                .sum();
        return new ArchiveAudit(lines, messages, missing, files.size(), bytes);
    }

    /** Deletes the files that are complete; drone services may go on to archive there. */
    static void delete(Path archive) throws IOException {
        for (Path file : files(archive)) {
            Files.deleteIfExists(file);
        }
    }

    private static List<Path> files(Path archive) throws IOException {
        if (!Files.isDirectory(archive)) {
            return List.of();
        }
        try (Stream<Path> found = Files.walk(archive)) {
            return found.filter(Files::isRegularFile)
                    .filter(file -> !archive.relativize(file).startsWith(UNDER_WAY))
                    .filter(file -> file.toString().endsWith(".jsonl")
                            || file.toString().endsWith(".jsonl.gz"))
                    .toList();
        }
    }

    private static long read(Path file, String run, Map<String, BitSet> sequences) throws IOException {
        long lines = 0;
        try (InputStream bytes = Files.newInputStream(file);
                InputStream plain = file.toString().endsWith(".gz") ? new GZIPInputStream(bytes) : bytes;
                BufferedReader reader = new BufferedReader(new InputStreamReader(plain, StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                Matcher id = ID.matcher(line);
                if (id.find() && id.group(2).equals(run)) {
                    lines++;
                    sequences
                            .computeIfAbsent(id.group(1), drone -> new BitSet())
                            .set(Integer.parseInt(id.group(3)));
                }
            }
        }
        return lines;
    }
}
