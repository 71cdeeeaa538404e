package io.dronedelivery.house.words;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How many lines of main Java each room may have. A commit that raises a budget says why. */
class RoomBudgetTest {

    @ParameterizedTest
    @CsvSource(textBlock = """
                    product,   74942, gateway|delivery-service|drone-service|invoice-service|libraries
                    stand-ins, 42253, local
                    lab,       27343, lab|load-test|tools
                    """)
    void a_room_keeps_to_its_budget(String room, int budget, String folders) throws IOException {
        List<String> inRoom = List.of(folders.split("\\|"));
        long lines = 0;
        for (Path source : RepositoryFiles.mainJava()) {
            String folder = RepositoryFiles.ROOT.relativize(source).getName(0).toString();
            if (inRoom.contains(folder)) {
                lines += Files.readAllLines(source).size();
            }
        }
        assertThat(lines).as("lines of %s", room).isBetween(1L, (long) budget);
    }
}
