package io.dronedelivery.invoice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.servicekit.testing.ServiceClient;
import java.net.URI;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** The running service over HTTP, on a real PostgreSQL. */
class InvoiceServiceTest {

    private static TestDatabase database;
    private static ConfigurableApplicationContext service;
    private static WebTestClient client;

    @BeforeAll
    static void start() {
        database = TestDatabase.start();
        service = InvoiceServiceApplication.builder()
                .run(database.arguments(
                        "--invoice.lines.default-limit=3",
                        "--invoice.lines.max-limit=5",
                        "--invoice.database.statement-timeout=10m"));
        client = ServiceClient.of(service);
        database.execute(
                "INSERT INTO owner VALUES ('o-17'), ('o-18')",
                """
                INSERT INTO invoice VALUES
                  ('o-17-2026-10', 'o-17', 2026, 10, 'USD', 'issued'),
                  ('o-17-2026-11', 'o-17', 2026, 11, 'EUR', 'open'),
                  ('o-17-2026-12', 'o-17', 2026, 12, 'USD', 'open')
                """,
                """
                INSERT INTO invoice_line (invoice_id, delivery_id, description, amount, created_at)
                SELECT 'o-17-2026-11', 'd-' || n, 'Delivery d-' || n, n * 1.11, timestamptz '2026-11-03T10:15:30Z' + n * interval '1 h'
                  FROM generate_series(1, 7) n
                """,
                """
                INSERT INTO invoice_line (invoice_id, delivery_id, description, amount, created_at)
                VALUES ('o-17-2026-10', 'd-100', 'Delivery d-100', 12.30, '2026-10-03T10:15:30Z')
                """,
                "INSERT INTO invoice VALUES ('o-18-2026-11', 'o-18', 2026, 11, 'EUR', 'open')",
                """
                INSERT INTO invoice_line (invoice_id, delivery_id, description, amount, created_at)
                VALUES ('o-18-2026-11', 'd-200', 'Delivery d-200', 5.00, '2026-11-03T10:15:30Z')
                """);
    }

    @AfterAll
    static void stop() {
        service.close();
        database.close();
    }

    @Test
    void month_is_summed_up_exactly() {
        assertThat(text("/api/invoices/o-17/2026/11")).isEqualTo("""
                        {"invoiceId":"o-17-2026-11","currency":"EUR","lineCount":7,"total":31.08,"status":"open"}""");
        assertThat(text("/api/invoices/o-17/2026/10")).isEqualTo("""
                        {"invoiceId":"o-17-2026-10","currency":"USD","lineCount":1,"total":12.30,"status":"issued"}""");
    }

    @ParameterizedTest
    @CsvSource({"o-17,2026,12", "o-17,2026,1", "o-18,2100,12"})
    void month_without_lines_of_a_known_owner_is_empty(String owner, int year, int month) {
        assertThat(text("/api/invoices/%s/%d/%d".formatted(owner, year, month)))
                .isEqualTo("""
                        {"invoiceId":"%s-%d-%02d","currency":"USD","lineCount":0,"total":0.00,"status":"empty"}""".formatted(owner, year, month));
        assertThat(get("/api/invoices/%s/%d/%d/lines".formatted(owner, year, month))
                        .get("lines"))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"/api/invoices/o-99/2026/11", "/api/invoices/o-99/2026/11/lines"})
    void owner_who_never_existed_is_not_found(String path) {
        JsonNode problem = problem(path, 404);

        assertThat(problem.get("type").asString()).isEqualTo("urn:drone-delivery:problem:not-found");
        assertThat(problem.get("detail").asString()).contains("o-99");
    }

    @ParameterizedTest
    @CsvSource({
        "/api/invoices/o%2017/2026/11,          ownerId",
        "/api/invoices/o'17/2026/11,            ownerId",
        "/api/invoices/o-17/1999/11,            year",
        "/api/invoices/o-17/2101/11,            year",
        "/api/invoices/o-17/abc/11,             year",
        "/api/invoices/o-17/2026/0,             month",
        "/api/invoices/o-17/2026/13,            month",
        "/api/invoices/o-17/2026/1.5,           month",
        "/api/invoices/o-17/2026/99999999999,   month",
        "/api/invoices/o-17/2026/13/lines,      month",
        "/api/invoices/o'17/lines/d-1,          ownerId",
        "/api/invoices/o-17/lines/d@1,          deliveryId",
        "/api/invoices/o-17/2026/11/lines?limit=0,  limit",
        "/api/invoices/o-17/2026/11/lines?limit=6,  limit",
        "/api/invoices/o-17/2026/11/lines?limit=x,  limit",
        "/api/invoices/o-17/2026/11/lines?after=-1, after",
        "/api/invoices/o-17/2026/11/lines?after=x,  after"
    })
    void bad_input_is_refused_by_the_name_of_its_field(String path, String field) {
        JsonNode problem = problem(path, 400);

        assertThat(problem.get("type").asString()).isEqualTo("urn:drone-delivery:problem:invalid-request");
        assertThat(problem.get("errors")).hasSize(1);
        assertThat(problem.get("errors").get(0).get("field").asString()).isEqualTo(field);
        assertThat(problem.get("errors").get(0).get("message").asString()).isNotBlank();
    }

    @Test
    void query_parameters_do_not_override_the_path() {
        assertThat(get("/api/invoices/o-17/2026/11?ownerId=o-18&month=12")
                        .get("lineCount")
                        .asInt())
                .isEqualTo(7);
    }

    @Test
    void pages_of_lines_follow_each_other_without_gap_or_overlap() {
        List<String> deliveries = new ArrayList<>();
        List<Integer> sizes = new ArrayList<>();
        JsonNode next = MissingNode.getInstance();
        do {
            String after = next.isMissingNode() ? "" : "?after=" + next.asLong();
            JsonNode page = get("/api/invoices/o-17/2026/11/lines" + after);
            page.get("lines")
                    .forEach(line -> deliveries.add(line.get("deliveryId").asString()));
            sizes.add(page.get("lines").size());
            next = page.path("next");
        } while (!next.isMissingNode());

        assertThat(sizes).containsExactly(3, 3, 1);
        assertThat(deliveries).containsExactly("d-1", "d-2", "d-3", "d-4", "d-5", "d-6", "d-7");
    }

    @Test
    void last_page_that_is_exactly_full_has_no_next() {
        JsonNode page = get("/api/invoices/o-17/2026/11/lines?limit=5&after="
                + get("/api/invoices/o-17/2026/11/lines?limit=2").get("next").asLong());

        assertThat(page.get("lines")).hasSize(5);
        assertThat(page.has("next")).isFalse();
    }

    @Test
    void line_shows_amount_currency_and_time() {
        assertThat(text("/api/invoices/o-17/2026/10/lines")).isEqualTo("""
                        {"invoiceId":"o-17-2026-10","lines":[{"lineId":8,"deliveryId":"d-100","description":"Delivery d-100","amount":12.30,"currency":"USD","createdAt":"2026-10-03T10:15:30Z"}]}""");
    }

    @Test
    void the_line_of_a_delivery_is_found_for_its_owner() {
        assertThat(text("/api/invoices/o-17/lines/d-100")).isEqualTo("""
                        {"lineId":8,"deliveryId":"d-100","description":"Delivery d-100","amount":12.30,"currency":"USD","createdAt":"2026-10-03T10:15:30Z"}""");
        assertThat(problem("/api/invoices/o-17/lines/d-200", 404).get("detail").asString())
                .isEqualTo("No invoice has a line of the delivery 'd-200'.");
    }

    @Test
    void statement_ends_in_the_database_when_the_callers_time_is_over() throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("LOCK TABLE invoice_line IN ACCESS EXCLUSIVE MODE");

            client.get()
                    .uri("/api/invoices/o-17/2026/11")
                    .header("X-Request-Timeout-Ms", "300")
                    .exchange()
                    .expectStatus()
                    .isEqualTo(504)
                    .expectHeader()
                    .contentType(MediaType.APPLICATION_PROBLEM_JSON);

            // The lock is still held, and the statement's own limit is longer: only the caller's can have ended it.
            await().atMost(Duration.ofSeconds(60)).until(() -> waitingStatements(statement) == 0);
        }
        assertThat(get("/api/invoices/o-17/2026/11").get("lineCount").asInt()).isEqualTo(7);
    }

    private static int waitingStatements(Statement statement) throws SQLException {
        try (ResultSet rows = statement.executeQuery(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'invoice-service' AND state = 'active'")) {
            rows.next();
            return rows.getInt(1);
        }
    }

    private static JsonNode get(String path) {
        return body(path, JsonNode.class);
    }

    /** As it was written: a parsed number would have lost its last zero. */
    private static String text(String path) {
        return body(path, String.class);
    }

    private static <T> T body(String path, Class<T> type) {
        return client.get()
                .uri(path)
                .exchange()
                .expectStatus()
                .isOk()
                .expectHeader()
                .contentType(MediaType.APPLICATION_JSON)
                .expectBody(type)
                .returnResult()
                .getResponseBody();
    }

    private static JsonNode problem(String path, int status) {
        return client.get()
                .uri(URI.create(ServiceClient.baseUrl(service) + path))
                .exchange()
                .expectStatus()
                .isEqualTo(status)
                .expectHeader()
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .expectBody(JsonNode.class)
                .returnResult()
                .getResponseBody();
    }
}
