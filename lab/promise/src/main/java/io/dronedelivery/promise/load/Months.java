package io.dronedelivery.promise.load;

import io.dronedelivery.promise.cluster.Http;
import io.dronedelivery.promise.cluster.Http.HttpAnswer;
import java.io.IOException;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** The months of all owners as the gateway shows them, beside the rows of the database. */
final class Months {

    private Months() {}

    /** What differs, in words; empty when every month shows its lines, and its deliveries as completed. */
    static List<String> differences(String gateway, String[] headers, Connection database)
            throws SQLException, IOException, InterruptedException {
        List<String> differences = new ArrayList<>();
        try (Statement statement = database.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT owner_id, year, month, count(*), sum(amount) FROM invoice_line JOIN invoice USING"
                                + " (invoice_id) GROUP BY owner_id, year, month")) {
            while (rows.next()) {
                compare(
                        "%s/api/v1/owners/%s/invoices/%d/%d"
                                .formatted(gateway, rows.getString(1), rows.getInt(2), rows.getInt(3)),
                        headers,
                        rows.getInt(4),
                        rows.getBigDecimal(5),
                        differences);
            }
        }
        return differences;
    }

    private static void compare(String url, String[] headers, int lines, BigDecimal total, List<String> differences)
            throws IOException, InterruptedException {
        HttpAnswer answer = Http.call("GET", url, headers);
        JsonNode month = answer.status() == 200 ? answer.json() : null;
        if (month == null
                || month.at("/invoice/lineCount").asInt(0) != lines
                || month.at("/invoice/total").decimalValue().compareTo(total) != 0
                || month.at("/deliveries/count").asInt(0) != lines
                || month.at("/deliveries/completed").asInt(0) != lines) {
            differences.add("%s should show %d lines of %s and as many completed deliveries, but is %d %s"
                    .formatted(url, lines, total, answer.status(), answer.body()));
        }
    }
}
