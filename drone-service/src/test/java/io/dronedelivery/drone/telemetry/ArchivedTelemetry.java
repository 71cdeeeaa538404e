package io.dronedelivery.drone.telemetry;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** An archive as those who analyse it read it: with DuckDB, which knows nothing of who wrote it. */
final class ArchivedTelemetry {

    private static final String COLUMNS =
            "{id: 'VARCHAR', type: 'VARCHAR', data: 'JSON', rejectedreason: 'VARCHAR', data_base64: 'VARCHAR'}";

    private final Path directory;

    ArchivedTelemetry(Path directory) {
        this.directory = directory;
    }

    /** The ids, repetitions among them. */
    List<String> ids() {
        return query("select id from archive order by id");
    }

    long messages() {
        return count("select count(*) from archive");
    }

    long distinctIds() {
        return count("select count(distinct id) from archive");
    }

    long count(String sql) {
        List<String> rows = query(sql);
        return rows.isEmpty() ? 0 : Long.parseLong(rows.get(0));
    }

    /** @param sql of one column, with the table {@code archive} */
    List<String> query(String sql) {
        if (files().isEmpty()) {
            return List.of();
        }
        String table = "with archive as (select * from read_json('" + directory
                + "/date=*/*.jsonl', format='newline_delimited', columns=" + COLUMNS + ")) ";
        try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = duck.createStatement();
                ResultSet rows = statement.executeQuery(table + sql)) {
            List<String> found = new ArrayList<>();
            while (rows.next()) {
                found.add(String.valueOf(rows.getString(1)));
            }
            return found;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What readers see. */
    List<Path> files() {
        return found(".jsonl");
    }

    /** What is being written, or was left. */
    List<Path> underWay() {
        return Stream.of(".part", ".open").flatMap(end -> found(end).stream()).toList();
    }

    private List<Path> found(String end) {
        if (!Files.exists(directory)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(directory)) {
            return all.filter(path -> path.toString().endsWith(end)).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
