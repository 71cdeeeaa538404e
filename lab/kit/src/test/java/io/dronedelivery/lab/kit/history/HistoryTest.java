package io.dronedelivery.lab.kit.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryTest {

    private static final Path OF_THE_REPOSITORY = Path.of("../../docs/performance/history.csv");

    @TempDir
    Path folder;

    @Test
    void the_picture_shows_the_history_beside_it() throws IOException {
        assertThat(Files.readString(History.picture(OF_THE_REPOSITORY)))
                .as(
                        "mvn -q -pl :lab-kit compile, then java -cp lab/kit/target/classes %s %s draws it anew",
                        History.class.getName(), "docs/performance/history.csv")
                .isEqualTo(HistoryChart.of(History.rows(OF_THE_REPOSITORY)));
    }

    @Test
    void a_run_appends_its_figures_and_draws_the_picture_anew() throws IOException {
        Path file = folder.resolve("history.csv");
        History history = new History(file);

        history.append(List.of(measured(70)), "2 processors", "-P gateway-cpu --jar /home/somebody/new.jar --rounds 3");
        history.append(
                List.of(measured(60.25)),
                "2 processors",
                "-P slow-clients --url http://localhost:8080/api/v1/owners/o-{n}");

        List<HistoryRow> rows = History.rows(file);
        assertThat(rows).extracting(HistoryRow::measured).containsExactly(measured(70), measured(60.25));
        assertThat(rows)
                .extracting(HistoryRow::command)
                .containsExactly(
                        "-P gateway-cpu --jar new.jar --rounds 3",
                        "-P slow-clients --url http://localhost:8080/api/v1/owners/o-{n}");
        assertThat(Files.readString(History.picture(file)))
                .contains("CPU per request, \"warm\"", "beside bare; less is better", ">1.21<");
    }

    @Test
    void a_line_is_written_as_it_was_read() throws IOException {
        List<String> lines = Files.readAllLines(OF_THE_REPOSITORY);

        assertThat(lines.get(0)).isEqualTo(HistoryRow.HEADING);
        assertThat(lines.stream().skip(1).map(line -> HistoryRow.parse(line).line()))
                .containsExactlyElementsOf(lines.subList(1, lines.size()));
    }

    private static Measurement measured(double micros) {
        return new Measurement("CPU per request, \"warm\"", micros, "µs", micros - 1, null, "bare", 50);
    }
}
