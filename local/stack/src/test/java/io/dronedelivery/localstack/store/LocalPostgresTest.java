package io.dronedelivery.localstack.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real server: what it promises to keep, and what happens when it dies. */
class LocalPostgresTest {

    /** Generous: other builds may share the machine. */
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    @TempDir
    private static Path root;

    private static final List<String> NOTICES = new CopyOnWriteArrayList<>();
    private static DataDirectory keptFiles;
    private static LocalPostgres kept;

    @BeforeAll
    static void start() throws IOException, SQLException {
        keptFiles = DataDirectory.kept(root.resolve("state"));
        // More than the kills: one that comes while the server is being started makes another start necessary.
        kept = LocalPostgres.start(keptFiles, 0, 20, NOTICES::add);
    }

    @AfterAll
    static void stop() throws IOException {
        kept.close();
        keptFiles.close();
    }

    @Test
    void commits_to_a_kept_directory_are_on_the_disk() throws SQLException {
        assertThat(setting(kept, "fsync")).isEqualTo("on");
        assertThat(setting(kept, "synchronous_commit")).isEqualTo("on");
        assertThat(setting(kept, "full_page_writes")).isEqualTo("on");
    }

    @Test
    void commits_to_a_directory_that_is_thrown_away_do_not_wait_for_the_disk() throws Exception {
        try (DataDirectory files = DataDirectory.temporary();
                LocalPostgres temporary = LocalPostgres.start(files, 0, 0, NOTICES::add)) {
            assertThat(setting(temporary, "fsync")).isEqualTo("off");
            assertThat(setting(temporary, "synchronous_commit")).isEqualTo("on");
        }
    }

    @Test
    void killed_server_is_started_again_and_has_what_was_committed() throws Exception {
        execute("CREATE TABLE committed (number int)");
        for (int number = 1; number <= 3; number++) {
            execute("INSERT INTO committed VALUES (" + number + ")");
            kill(keptFiles);

            int inserted = number;
            Awaitility.await("the server after kill " + number)
                    .atMost(TIMEOUT)
                    .ignoreExceptionsInstanceOf(SQLException.class)
                    .untilAsserted(() -> assertThat(count("committed")).isEqualTo(inserted));
        }
        assertThat(NOTICES).anyMatch(notice -> notice.contains("ended by itself"));
    }

    @Test
    void server_that_cannot_be_started_again_is_given_up_and_the_last_word_says_why() throws Exception {
        List<String> notices = new CopyOnWriteArrayList<>();
        try (DataDirectory files = DataDirectory.temporary();
                LocalPostgres doomed = LocalPostgres.start(files, 0, 2, notices::add)) {
            assertThat(doomed.port()).isPositive();
            Files.delete(files.postgres().resolve("global").resolve("pg_control"));

            kill(files);

            Awaitility.await("the last word")
                    .atMost(TIMEOUT)
                    .until(() -> notices.stream().anyMatch(notice -> notice.contains("not started any more")));
        }
        assertThat(notices)
                .filteredOn(notice -> notice.contains("starting it again"))
                .hasSize(2);
        assertThat(notices.get(notices.size() - 1)).contains("pg_control").contains("restart the stack");
    }

    /** SIGKILL; returns when the server has ended. */
    private static void kill(DataDirectory files) throws Exception {
        ProcessHandle server = Postmaster.over(files.postgres()).orElseThrow();
        assertThat(server.destroyForcibly()).isTrue();
        server.onExit().get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
    }

    private static void execute(String sql) throws SQLException {
        try (Connection connection = kept.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static int count(String table) throws SQLException {
        return Integer.parseInt(value(kept, "SELECT count(*) FROM " + table));
    }

    private static String setting(LocalPostgres server, String name) throws SQLException {
        return value(server, "SHOW " + name);
    }

    private static String value(LocalPostgres server, String query) throws SQLException {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement();
                var rows = statement.executeQuery(query)) {
            assertThat(rows.next()).isTrue();
            return rows.getString(1);
        }
    }
}
