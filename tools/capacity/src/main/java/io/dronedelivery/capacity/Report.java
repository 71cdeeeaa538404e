package io.dronedelivery.capacity;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Tables of needs, as Markdown. */
final class Report {

    private final Inputs inputs;
    private final Optional<Inputs> prices;

    Report(Inputs inputs, Optional<Inputs> prices) {
        this.inputs = inputs;
        this.prices = prices;
    }

    /** A column for each load. */
    String table(List<Double> loads) {
        List<Column> columns = loads.stream().map(load -> column(load)).toList();
        StringBuilder table = new StringBuilder();
        row(table, columns, "requests/s", column -> Numbers.whole(column.load()));
        table.append("|---").append("|---".repeat(columns.size())).append("|\n");
        row(table, columns, "cells", column -> Numbers.whole(column.cells()));
        row(
                table,
                columns,
                "**in each cell:** requests/s",
                column -> Numbers.whole(column.need().requests()));
        for (String application : Need.APPLICATIONS) {
            row(
                    table,
                    columns,
                    "instances of " + application,
                    column -> Numbers.whole(column.need().instances(application)) + " ("
                            + Numbers.rough(column.need().cores(application)) + " cores busy)");
        }
        row(table, columns, "nodes", column -> Numbers.whole(column.need().nodes()));
        for (String container : Need.CONTAINERS) {
            row(
                    table,
                    columns,
                    "RU/s of `" + container + "`",
                    column -> Numbers.whole(column.need().requestUnits(container)));
            row(
                    table,
                    columns,
                    "… physical partitions",
                    column -> Numbers.whole(column.need().partitions(container)));
        }
        row(
                table,
                columns,
                "messages/s in, out",
                column -> Numbers.whole(column.need().messagesIn()) + ", "
                        + Numbers.whole(column.need().messagesOut()));
        row(
                table,
                columns,
                "Service Bus: messaging units, lanes",
                column -> Numbers.whole(column.need().messagingUnits()) + ", "
                        + Numbers.whole(column.need().lanes()));
        row(
                table,
                columns,
                "or Kafka: brokers",
                column -> Numbers.whole(column.need().brokers()));
        row(
                table,
                columns,
                "PostgreSQL: cores of the primary",
                column -> Numbers.rough(column.need().databaseCores()));
        row(
                table,
                columns,
                "answers, MB/s",
                column -> Numbers.rough(column.need().megabytesOut()));
        row(
                table,
                columns,
                "documents kept, GB",
                column -> Numbers.whole(column.need().storedGigabytes()));
        if (prices.isPresent()) {
            Inputs known = prices.get();
            row(
                    table,
                    columns,
                    "**a month, all cells**",
                    column -> Numbers.whole(column.cells()
                            * Cost.amount(Cost.quantities(column.need(), inputs, column.kafka()), known)));
        }
        return table.toString();
    }

    /** What a month costs, a line for each load. */
    String formulas(List<Double> loads) {
        List<String> lines = new ArrayList<>();
        for (double load : loads) {
            Column column = column(load);
            Map<String, Double> quantities = Cost.quantities(column.need(), inputs, column.kafka());
            lines.add("- **" + Numbers.whole(load) + " requests/s**: "
                    + (column.cells() > 1 ? Numbers.whole(column.cells()) + " × (" : "")
                    + Cost.formula(quantities)
                    + (column.cells() > 1 ? ")" : ""));
        }
        return String.join("\n", lines) + "\n";
    }

    /** What a growing load runs into. */
    String limits() {
        StringBuilder table =
                new StringBuilder("| at about, requests/s | what is reached | what is then done |\n|---|---|---|\n");
        for (Limit limit : Limit.inOrder(inputs)) {
            table.append("| ")
                    .append(Numbers.about(limit.requests()))
                    .append(" | ")
                    .append(limit.what())
                    .append(" | ")
                    .append(limit.remedy())
                    .append(" |\n");
        }
        return table.toString();
    }

    /** The inputs with their sources. */
    String sources() {
        return "| input | value | source |\n|---|---|---|\n"
                + inputs.values().entrySet().stream()
                        .map(input -> "| `" + input.getKey() + "` | "
                                + plain(input.getValue().value()) + " | "
                                + input.getValue().source() + " |\n")
                        .collect(Collectors.joining());
    }

    private static String plain(double value) {
        return value == Math.rint(value) ? Numbers.whole(value) : Double.toString(value);
    }

    private Column column(double load) {
        long cells = Limit.cells(load, inputs);
        Need need = Need.of(load / cells, inputs);
        return new Column(load, cells, need, need.messagingUnits() > inputs.get("kafka.from-messaging-units"));
    }

    private static void row(StringBuilder table, List<Column> columns, String name, Function<Column, String> cell) {
        table.append("| ").append(name);
        columns.forEach(column -> table.append(" | ").append(cell.apply(column)));
        table.append(" |\n");
    }

    /**
     * @param cells that the load is shared by, each with everything of its own
     * @param need of a cell
     * @param kafka whether Kafka carries the messages there
     */
    private record Column(double load, long cells, Need need, boolean kafka) {}
}
