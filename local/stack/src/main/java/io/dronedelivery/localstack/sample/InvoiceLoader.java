package io.dronedelivery.localstack.sample;

import io.dronedelivery.invoice.pricing.Tariff;
import io.dronedelivery.localstack.sample.SampleDelivery.SampleFlight;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.YearMonth;
import java.util.concurrent.atomic.LongAdder;
import org.postgresql.PGConnection;
import org.postgresql.copy.PGCopyOutputStream;

/** Writes owners, invoices and priced lines to PostgreSQL with {@code COPY}, in one transaction. */
public final class InvoiceLoader {

    private static final int BUFFER = 64 * 1024;

    private final SampleData data;
    private final LongAdder lines = new LongAdder();

    public InvoiceLoader(SampleData data) {
        this.data = data;
    }

    /** The number of lines written so far. */
    public long lines() {
        return lines.sum();
    }

    /** Whether all owners of this data are present. There may be further owners, who have requested deliveries since. */
    public boolean isLoaded(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                "SELECT count(*) FROM generate_series(1, ?) AS number JOIN owner ON owner_id = ? || number")) {
            statement.setInt(1, data.spec().owners());
            statement.setString(2, SampleSpec.OWNER_PREFIX);
            try (var rows = statement.executeQuery()) {
                return rows.next() && rows.getLong(1) == data.spec().owners();
            }
        }
    }

    /**
     * Loads into the tables that invoice-service's migrations have created.
     *
     * @param connection of a superuser, who may skip the checks of foreign keys: the rows are consistent by construction, and the checks
     *     would take longer than the rows
     */
    public void load(Connection connection) throws SQLException, IOException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET LOCAL session_replication_role = replica");
            copy(connection, "COPY owner (owner_id) FROM STDIN", this::writeOwners);
            copy(
                    connection,
                    "COPY invoice (invoice_id, owner_id, year, month, currency, status) FROM STDIN",
                    this::writeInvoices);
            copy(
                    connection,
                    "COPY invoice_line (invoice_id, delivery_id, description, amount, created_at) FROM STDIN",
                    this::writeLines);
            connection.commit();
        }
        connection.setAutoCommit(true);
        try (Statement statement = connection.createStatement()) {
            // The planner's figures, and the visibility map that index-only scans need.
            statement.execute("VACUUM (ANALYZE) invoice_line");
            statement.execute("ANALYZE owner, invoice");
        }
    }

    private void writeOwners(Writer rows) throws IOException {
        for (String ownerId : data.spec().ownerIds()) {
            row(rows, ownerId);
        }
    }

    private void writeInvoices(Writer rows) throws IOException {
        SampleSpec spec = data.spec();
        for (int index = 0; index < spec.months(); index++) {
            YearMonth month = spec.month(index);
            String status = month.equals(spec.lastMonth()) ? "open" : "issued";
            for (int owner = 1; owner <= spec.ownersWithInvoice(index); owner++) {
                String ownerId = SampleSpec.ownerId(owner);
                row(
                        rows,
                        invoiceId(ownerId, month),
                        ownerId,
                        month.getYear(),
                        month.getMonthValue(),
                        Tariff.CURRENCY,
                        status);
            }
        }
    }

    private void writeLines(Writer rows) throws IOException {
        for (int index = 0; index < data.spec().deliveries(); index++) {
            SampleDelivery delivery = data.delivery(index);
            SampleFlight flight = delivery.flight();
            if (flight != null) {
                writeLine(rows, delivery, flight);
                lines.increment();
            }
        }
    }

    private static void writeLine(Writer rows, SampleDelivery delivery, SampleFlight flight) throws IOException {
        BigDecimal distanceKm = BigDecimal.valueOf(flight.distance(), 2);
        int packageCount = delivery.packages().size();
        row(
                rows,
                invoiceId(delivery.ownerId(), delivery.month()),
                delivery.id(),
                "Delivery " + delivery.id() + ": " + distanceKm + " km, " + packageCount
                        + (packageCount == 1 ? " package" : " packages") + (delivery.expedited() ? ", expedited" : ""),
                Tariff.FIRST.price(
                        distanceKm, BigDecimal.valueOf(flight.payload(), 2), packageCount, delivery.expedited()),
                flight.arrivedAt());
    }

    static String invoiceId(String ownerId, YearMonth month) {
        return ownerId + "-" + month.getYear() + "-" + SampleData.padded(month.getMonthValue(), 2);
    }

    /** Writes one line of COPY's text format. The values have no characters that the format escapes. */
    private static void row(Writer rows, Object... values) throws IOException {
        for (int column = 0; column < values.length; column++) {
            if (column > 0) {
                rows.write('\t');
            }
            rows.write(values[column].toString());
        }
        rows.write('\n');
    }

    private static void copy(Connection connection, String sql, Rows rows) throws SQLException, IOException {
        try (Writer writer = new BufferedWriter(
                new OutputStreamWriter(
                        new PGCopyOutputStream(connection.unwrap(PGConnection.class), sql, BUFFER),
                        StandardCharsets.UTF_8),
                BUFFER)) {
            rows.writeTo(writer);
        }
    }

    @FunctionalInterface
    private interface Rows {
        void writeTo(Writer writer) throws IOException;
    }
}
