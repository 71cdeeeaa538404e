package io.dronedelivery.promise.load;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the clients were promised beside what the invoices say.
 *
 * @param accepted orders that were answered with 202
 * @param lines invoice lines
 * @param missing deliveries that were accepted and have no line
 * @param wrong what else is wrong, in words
 */
record Comparison(int accepted, int lines, List<String> missing, List<String> wrong) {

    record ComparedLine(String deliveryId, String ownerId, BigDecimal amount) {}

    static Comparison of(Ledger ledger, Connection database) throws SQLException {
        return of(ledger, lines(database));
    }

    static Comparison of(Ledger ledger, List<ComparedLine> lines) {
        Map<String, Order> withoutLine = new HashMap<>(ledger.accepted());
        List<String> wrong = new ArrayList<>(ledger.violations());
        Map<String, Integer> unknown = new HashMap<>();
        ledger.unknown().forEach(order -> unknown.merge(order.ownerId(), 1, Integer::sum));
        BigDecimal promised = BigDecimal.ZERO;
        BigDecimal billed = BigDecimal.ZERO;
        for (ComparedLine line : lines) {
            Order order = withoutLine.remove(line.deliveryId());
            if (order != null) {
                promised = promised.add(order.price());
                billed = billed.add(line.amount());
                compare(line, order, wrong);
            } else if (unknown.merge(line.ownerId(), -1, Integer::sum) < 0) {
                wrong.add("a line that nobody asked for, or a second one: " + line);
            }
        }
        if (promised.compareTo(billed) != 0) {
            wrong.add("the lines come to %s, the tariff to %s".formatted(billed, promised));
        }
        return new Comparison(
                ledger.acceptedCount(), lines.size(), List.copyOf(withoutLine.keySet()), List.copyOf(wrong));
    }

    boolean isComplete() {
        return missing.isEmpty();
    }

    private static void compare(ComparedLine line, Order order, List<String> wrong) {
        if (!line.ownerId().equals(order.ownerId())) {
            wrong.add("%s is billed to %s".formatted(order, line.ownerId()));
        }
        if (line.amount().compareTo(order.price()) != 0) {
            wrong.add("%s costs %s, billed were %s".formatted(order, order.price(), line.amount()));
        }
    }

    static List<ComparedLine> lines(Connection database) throws SQLException {
        List<ComparedLine> lines = new ArrayList<>();
        try (Statement statement = database.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT delivery_id, owner_id, amount FROM invoice_line JOIN invoice USING (invoice_id)")) {
            while (rows.next()) {
                lines.add(new ComparedLine(rows.getString(1), rows.getString(2), rows.getBigDecimal(3)));
            }
        }
        return lines;
    }
}
