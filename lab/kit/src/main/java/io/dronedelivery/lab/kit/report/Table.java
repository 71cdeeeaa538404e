package io.dronedelivery.lab.kit.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

public final class Table<R> {

    private final List<R> rows;
    private final List<Column<R>> columns = new ArrayList<>();

    private Table(Collection<? extends R> rows) {
        this.rows = List.copyOf(rows);
    }

    private record Column<R>(String title, Function<R, String> cell) {}

    public static <R> Table<R> of(Collection<? extends R> rows) {
        return new Table<>(rows);
    }

    /** Adds a column of texts; a cell without one is empty. */
    public Table<R> column(String title, Function<R, ?> text) {
        columns.add(new Column<>(title, row -> {
            Object cell = text.apply(row);
            return cell == null ? "" : cell.toString();
        }));
        return this;
    }

    /** Adds a column of figures in {@link String#format}'s terms. */
    public Table<R> column(String title, String format, Function<R, ?> figure) {
        return column(title, row -> figure(format, figure.apply(row)));
    }

    /** Adds a column of figures that were measured, each with the published one behind it, if there is one. */
    public Table<R> column(String title, String format, Function<R, ?> measured, Function<R, ?> published) {
        return column(title, row -> {
            Object original = published.apply(row);
            return figure(format, measured.apply(row)) + (original == null ? "" : " / " + figure(format, original));
        });
    }

    /** A figure; empty where there is none, and a dash where there was nothing to measure. */
    private static String figure(String format, @Nullable Object value) {
        if (value == null) {
            return "";
        }
        return value instanceof Double number && number.isNaN() ? "–" : Checks.text(format, value);
    }

    /** The table with a line of titles, and a line for each row. */
    @Override
    public String toString() {
        return lines(Stream.concat(
                Stream.of(columns.stream().map(Column::title).toList()),
                rows.stream()
                        .map(row -> columns.stream()
                                .map(column -> column.cell().apply(row))
                                .toList())));
    }

    /** The table with a line for each column, which begins with its title. The first column's cells are the titles. */
    public String transposed() {
        return lines(columns.stream()
                .map(column -> Stream.concat(
                                Stream.of(column.title()), rows.stream().map(column.cell()))
                        .toList()));
    }

    private static String lines(Stream<List<String>> lines) {
        List<List<String>> all = new ArrayList<>(lines.toList());
        all.add(1, Collections.nCopies(all.get(0).size(), "---"));
        return all.stream()
                .map(cells -> "| " + String.join(" | ", cells) + " |\n")
                .collect(Collectors.joining());
    }
}
