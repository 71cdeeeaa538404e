package io.dronedelivery.lab.kit.history;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;

/** The figures of earlier runs in a file, and beside it the picture of them. One process at a time may append. */
public final class History {

    /** The system property that names the file. Without it nothing is recorded, because not every run is worth it. */
    public static final String PROPERTY = "performance.history";

    private final Path file;

    History(Path file) {
        this.file = file;
    }

    /** The file that {@link #PROPERTY} names for this process. */
    public static Optional<History> ofThisProcess() {
        return Optional.ofNullable(System.getProperty(PROPERTY))
                .filter(name -> !name.isEmpty())
                .map(name -> new History(Path.of(name)));
    }

    /** Draws the picture of the file that is given: for a file that was edited by hand. */
    public static void main(String... arguments) throws IOException {
        new History(Path.of(arguments[0])).draw();
    }

    /**
     * Appends a line for each figure, and draws the picture anew.
     *
     * @param machine its processors, in words
     * @param command that repeats the run; folders in it are left out
     */
    public void append(List<Measurement> measured, String machine, String command) throws IOException {
        String date = LocalDate.now(ZoneOffset.UTC).toString();
        String commit = commit();
        String java = System.getProperty("java.version");
        String repeat = command.replaceAll("(?<=[\\s=])/\\S*/(?=[^/\\s])", "");
        if (Files.notExists(file)) {
            Files.writeString(file, HistoryRow.HEADING + "\n");
        }
        Files.write(
                file,
                measured.stream()
                        .map(one -> new HistoryRow(date, commit, one, machine, java, repeat).line())
                        .toList(),
                StandardOpenOption.APPEND);
        draw();
    }

    private void draw() throws IOException {
        Files.writeString(picture(file), HistoryChart.of(rows(file)));
    }

    static List<HistoryRow> rows(Path file) throws IOException {
        return Files.readAllLines(file).stream().skip(1).map(HistoryRow::parse).toList();
    }

    static Path picture(Path file) {
        return file.resolveSibling(file.getFileName().toString().replaceFirst("\\.csv$", "") + ".svg");
    }

    /** Empty where there is no Git. */
    private static String commit() {
        try {
            Process git = new ProcessBuilder("git", "rev-parse", "--short", "HEAD")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException noGit) {
            return "";
        }
    }
}
