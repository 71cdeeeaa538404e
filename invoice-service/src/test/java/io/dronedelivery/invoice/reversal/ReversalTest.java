package io.dronedelivery.invoice.reversal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dronedelivery.invoice.InvoiceServiceApplication;
import io.dronedelivery.invoice.TestDatabase;
import io.dronedelivery.servicekit.testing.ServiceClient;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Lines that operators take back, over HTTP and on a real PostgreSQL. */
class ReversalTest {

    private static TestDatabase database;
    private static ConfigurableApplicationContext service;
    private static WebTestClient client;

    @BeforeAll
    static void start() {
        database = TestDatabase.start();
        service = InvoiceServiceApplication.builder().run(database.arguments());
        client = ServiceClient.of(service);
    }

    @AfterAll
    static void stop() {
        service.close();
        database.close();
    }

    @Test
    void the_reversal_of_a_line_is_on_the_same_invoice_while_that_is_open() {
        owner("open", "'USD', 'open'", "'USD', 'open'");
        line("open-2026-11", "d-open-1", "13.40");
        line("open-2026-11", "d-open-2", "2.99");

        JsonNode reversal = reversed("d-open-1", "Flown to the wrong door");

        assertThat(reversal.get("invoiceId").asString()).isEqualTo("open-2026-11");
        assertThat(reversal.get("why").asString()).isEqualTo("Flown to the wrong door");
        assertThat(reversal.get("by").asString()).isEqualTo("anybody");
        assertThat(get("/api/invoices/open/2026/11")).isEqualTo("""
                        {"invoiceId":"open-2026-11","currency":"USD","lineCount":3,"total":2.99,"status":"open"}""");
        List<JsonNode> lines = pages("open", 11);
        assertThat(lines)
                .extracting(line -> line.get("amount").decimalValue().toPlainString())
                .containsExactly("13.4", "2.99", "-13.4");
        assertThat(lines.get(2).get("description").asString()).isEqualTo("Reversal: Delivery d-open-1");
        assertThat(lines.get(2).get("reverses")).isEqualTo(lines.get(0).get("lineId"));
        assertThat(lines.get(0).get("reversedBy")).isEqualTo(lines.get(2).get("lineId"));
        assertThat(lines.get(1).has("reversedBy") || lines.get(1).has("reverses"))
                .isFalse();
        JsonNode line = JsonMapper.shared().readTree(get("/api/invoices/open/lines/d-open-1"));
        assertThat(line.get("amount").decimalValue()).isEqualByComparingTo("13.40");
        assertThat(line.get("reversedBy")).isEqualTo(reversal.get("lineId"));
    }

    @Test
    void the_reversal_of_an_issued_line_is_on_the_next_open_invoice_in_its_currency() {
        owner("issued", "'USD', 'issued'", "'EUR', 'open'");
        line("issued-2026-11", "d-issued", "13.40");

        assertThat(reversed("d-issued", "Not ordered").get("invoiceId").asString())
                .isEqualTo("issued-2027-01");

        assertThat(get("/api/invoices/issued/2026/11"))
                .contains("\"lineCount\":1,\"total\":13.40,\"status\":\"issued\"");
        assertThat(get("/api/invoices/issued/2026/12")).contains("\"lineCount\":0");
        assertThat(get("/api/invoices/issued/2027/1")).contains("\"lineCount\":1,\"total\":-13.40,\"status\":\"open\"");
    }

    @Test
    void a_line_that_is_reversed_again_and_again_at_the_same_time_has_one_reversal() {
        owner("often", "'USD', 'issued'", "'USD', 'open'");
        line("often-2026-11", "d-often", "5.00");

        List<JsonNode> reversals = IntStream.range(0, 12)
                .parallel()
                .mapToObj(n -> reversed("d-often", "Reason " + n))
                .toList();

        assertThat(reversals).allMatch(reversals.get(0)::equals);
        assertThat(reversed("d-often", "Later")).isEqualTo(reversals.get(0));
        assertThat(get("/api/invoices/often/2026/12")).contains("\"lineCount\":1,\"total\":-5.00");
    }

    @Test
    void nothing_is_left_of_a_reversal_that_failed() throws SQLException {
        owner("halfway", "'USD', 'issued'", "'USD', 'issued'");
        line("halfway-2026-11", "d-halfway", "5.00");
        database.execute(
                "ALTER TABLE line_reversal ADD CONSTRAINT not_now CHECK (delivery_id <> 'd-halfway') NOT VALID");
        assertThat(status("d-halfway", "{\"why\":\"Too early\"}")).isEqualTo(500);
        database.execute("ALTER TABLE line_reversal DROP CONSTRAINT not_now");

        assertThat(count("invoice WHERE owner_id = 'halfway'")).isEqualTo(2);
        assertThat(reversed("d-halfway", "Now").get("invoiceId").asString()).isEqualTo("halfway-2027-01");
    }

    /** An audit would take the delivery for one that was never billed. */
    @Test
    void a_reversed_line_cannot_be_deleted() {
        owner("kept", "'USD', 'open'", "'USD', 'open'");
        line("kept-2026-11", "d-kept", "5.00");
        reversed("d-kept", "Not ordered");

        assertThatThrownBy(() -> database.execute("DELETE FROM invoice_line WHERE delivery_id = 'd-kept'"))
                .hasMessageContaining("line_reversal");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"why\":\" \"}",
                "{\"why\":\"a\\nb\"}",
                "{\"why\":\"\\u0000\"}",
                "{\"why\":\"%s\"}",
                "",
                "[]"
            })
    void a_reversal_without_a_reason_is_refused(String body) {
        assertThat(status("d-any", body.formatted("x".repeat(501)))).isEqualTo(400);
    }

    @Test
    void a_delivery_without_a_line_has_nothing_to_reverse() {
        assertThat(status("d-nowhere", "{\"why\":\"Not ordered\"}")).isEqualTo(404);
        assertThat(status("d@nowhere", "{\"why\":\"Not ordered\"}")).isEqualTo(400);
    }

    @Test
    void sums_and_pages_are_read_by_the_keys_of_both_tables() throws SQLException {
        database.execute(
                "INSERT INTO owner VALUES ('much')",
                """
                INSERT INTO invoice SELECT 'much-' || n, 'much', 2000 + n / 12, 1 + n % 12, 'USD', 'open' FROM generate_series(0, 199) n
                """,
                """
                INSERT INTO invoice_line (invoice_id, delivery_id, description, amount, created_at)
                SELECT 'much-' || n % 200, 'd-much-' || n, '', 1, now() FROM generate_series(1, 20000) n
                """,
                """
                INSERT INTO line_reversal (invoice_id, delivery_id, description, amount, created_at, reversed_invoice_id, reverses, reason, reversed_by)
                SELECT invoice_id, delivery_id, '', -1, now(), invoice_id, line_id, '', '' FROM invoice_line WHERE invoice_id LIKE 'much-%'
                """,
                "VACUUM ANALYZE invoice_line, line_reversal, invoice");
        String invoice = "(SELECT invoice_id FROM invoice WHERE owner_id = 'much' AND year = 2010 AND month = 11)";

        assertThat(
                        plan(
                                "SELECT sum(amount) FROM invoice LEFT JOIN invoice_entry USING (invoice_id) WHERE owner_id = 'much' AND year = 2010 AND month = 11"))
                .contains("invoice_line_pkey", "line_reversal_pkey")
                .doesNotContain("Seq Scan on invoice_line", "Seq Scan on line_reversal");
        assertThat(plan("SELECT * FROM invoice_entry WHERE invoice_id = " + invoice
                        + " AND line_id > 7 ORDER BY line_id LIMIT 5"))
                .contains("Index Scan using invoice_line_pkey", "Index Scan using line_reversal_pkey")
                .doesNotContain("Sort  ");
    }

    private static String plan(String sql) throws SQLException {
        StringBuilder plan = new StringBuilder();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("EXPLAIN " + sql)) {
            while (rows.next()) {
                plan.append(rows.getString(1)).append('\n');
            }
        }
        return plan.toString();
    }

    private static long count(String of) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT count(*) FROM " + of)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    /** An owner with invoices of November and December 2026. */
    private static void owner(String owner, String november, String december) {
        database.execute(
                "INSERT INTO owner VALUES ('" + owner + "')",
                "INSERT INTO invoice VALUES ('%1$s-2026-11', '%1$s', 2026, 11, %2$s), ('%1$s-2026-12', '%1$s', 2026, 12, %3$s)"
                        .formatted(owner, november, december));
    }

    private static void line(String invoice, String delivery, String amount) {
        database.execute("INSERT INTO invoice_line (invoice_id, delivery_id, description, amount, created_at)"
                + " VALUES ('%1$s', '%2$s', 'Delivery %2$s', %3$s, now())".formatted(invoice, delivery, amount));
    }

    /** All lines of a month of 2026, from pages of one line. */
    private static List<JsonNode> pages(String owner, int month) {
        List<JsonNode> lines = new ArrayList<>();
        long after = 0;
        JsonNode page;
        do {
            page = JsonMapper.shared()
                    .readTree(get("/api/invoices/%s/2026/%d/lines?limit=1&after=%d".formatted(owner, month, after)));
            page.get("lines").forEach(lines::add);
            after = page.path("next").asLong(0);
        } while (page.has("next"));
        return lines;
    }

    private static String get(String path) {
        return client.get()
                .uri(path)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .returnResult()
                .getResponseBody();
    }

    private static JsonNode reversed(String delivery, String why) {
        return post(delivery, "{\"why\":\"" + why + "\"}")
                .expectStatus()
                .isOk()
                .expectBody(JsonNode.class)
                .returnResult()
                .getResponseBody();
    }

    private static int status(String delivery, String body) {
        return post(delivery, body).expectBody().returnResult().getStatus().value();
    }

    private static WebTestClient.ResponseSpec post(String delivery, String body) {
        return client.post()
                .uri("/internal/lines/" + delivery + "/reversal")
                .contentType(MediaType.APPLICATION_JSON)
                .bodyValue(body)
                .exchange();
    }
}
