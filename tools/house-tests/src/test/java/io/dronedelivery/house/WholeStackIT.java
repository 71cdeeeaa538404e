package io.dronedelivery.house;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.house.api.ApiConformance;
import io.dronedelivery.house.api.GeneratedClient;
import io.dronedelivery.localapplicationinsights.Browser;
import io.dronedelivery.localauth.LocalAuth;
import io.dronedelivery.localstack.Http;
import io.dronedelivery.localstack.Http.Answer;
import io.dronedelivery.localstack.Shell;
import io.dronedelivery.localstack.StackProcess;
import io.dronedelivery.localstack.option.OptionParser;
import io.dronedelivery.localstack.run.Issuer;
import io.dronedelivery.localstack.sample.SampleData;
import io.dronedelivery.localstack.sample.SampleDelivery;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.YearMonth;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The whole stack with all of its sample data and an issuer, started as a person starts it and called over HTTP. Each call has the token of
 * whom it stands for: an owner for what is theirs, an operator for the rest.
 */
@Tag("whole")
class WholeStackIT {

    private static final SampleData DATA =
            new SampleData(OptionParser.parse().options().sample());
    private static final long MOST_RESIDENT_BYTES = 1536L * 1024 * 1024;

    @TempDir
    private static Path temporary;

    private static StackProcess stack;
    private static String gateway;
    private static TokenClient operator;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        stack = StackProcess.start(temporary, "--local.auth=on").awaitReady();
        gateway = stack.url("gateway");
        System.out.println(stack.text());
        operator = TokenClient.ofOperator(stack);
    }

    @AfterAll
    static void stop() throws IOException, InterruptedException {
        try (StackProcess started = stack) {
            assertThat(started.stop()).isEqualTo(143);
            started.assertNothingIsLeftBehind();
        }
    }

    @Test
    void start_warns_of_nothing() {
        stack.assertStartedWithoutWarning();
    }

    @Test
    void printed_commands_work_in_a_shell() throws InterruptedException {
        Shell.assumeAvailable();

        assertThat(stack.commandsToTry()).hasSize(10);
        PrintedCommands.assertSucceed(stack.commandsToTry());
    }

    @Test
    void nobody_reads_what_is_not_theirs() throws IOException, InterruptedException {
        ReadRights.assertNobodyReadsWhatIsNotTheirs(stack);
    }

    @Test
    void swagger_ui_signs_in_at_the_issuer() throws IOException, InterruptedException {
        assertThat(Http.get(gateway + "/swagger-ui/swagger-initializer.js").body())
                .containsPattern("\"clientId\"\\s*:\\s*\"" + LocalAuth.SWAGGER_UI + "\"")
                .containsPattern("\"usePkceWithAuthorizationCodeGrant\"\\s*:\\s*true");
        assertThat(Http.get(gateway + "/v3/api-docs/swagger-config")
                        .json()
                        .get("oauth2RedirectUrl")
                        .asString())
                .isEqualTo(gateway + LocalAuth.SWAGGER_UI_REDIRECT);
    }

    @Test
    void first_call_to_try_answers_with_all_four_parts() throws IOException, InterruptedException {
        TokenClient owner =
                TokenClient.ofOwner(stack, DATA.showcase().orElseThrow().ownerId());
        JsonNode month = owner.getWhole(stack.urlsToTry().get(0)).json();

        assertThat(month.propertyNames())
                .containsExactly("ownerId", "year", "month", "invoice", "deliveries", "packages", "droneUtilization");
        assertThat(month.at("/invoice/lineCount").asInt(0)).isPositive();
    }

    @Test
    void every_call_to_try_succeeds() throws IOException, InterruptedException {
        assertThat(stack.urlsToTry()).hasSize(5);
        for (String url : stack.urlsToTry()) {
            assertThat(operator.getWhole(url).status()).as(url).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @CsvSource({"o-1,  2025-01", "o-17, 2026-11", "o-23, 2025-07", "o-49, 2026-12", "o-50, 2026-01", "o-50, 2026-12"})
    void aggregate_equals_the_sums_computed_from_the_sample_data(String ownerId, YearMonth month)
            throws IOException, InterruptedException {
        JsonNode aggregate =
                month(TokenClient.ofOwner(stack, ownerId), ownerId, month).json();

        ExpectedMonth.numbers(DATA, ownerId, month)
                .forEach((pointer, expected) -> assertThat(aggregate.at(pointer).decimalValue())
                        .as(pointer)
                        .isEqualByComparingTo(expected));
        assertThat(aggregate.at("/deliveries/count").asInt(0)).isPositive();
        assertThat(aggregate.at("/invoice/currency").asString("")).isEqualTo("USD");
        assertThat(aggregate.at("/invoice/status").asString(""))
                .isEqualTo(month.equals(YearMonth.of(2026, 12)) ? "open" : "issued");
        assertThat(aggregate.has("unavailable")).isFalse();
    }

    @Test
    void delivery_that_is_asked_for_is_flown_and_billed_over_service_bus() throws IOException, InterruptedException {
        PostedDelivery.assertIsFlownAndBilled(TokenClient.ofOwner(stack, "newcomer"), gateway, "newcomer");
    }

    @Test
    void delivery_is_one_transaction_from_the_call_to_the_invoice_line() throws Exception {
        String page = PostedDelivery.assertIsOneTransaction(
                TokenClient.ofOwner(stack, "traced"), gateway, stack.url("insights"));

        takePicture(page);
    }

    /** With {@code -Dinsights.screenshots=<folder>}, for the documentation. */
    private static void takePicture(String page) throws Exception {
        String folder = System.getProperty("insights.screenshots");
        if (folder != null) {
            try (Browser browser = Browser.start()) {
                browser.size(1280, 1400);
                browser.open(page);
                browser.awaitTrue("document.querySelector('.waterfall').textContent.includes('invoice-service')");
                browser.screenshot(Path.of(folder, "insights-delivery.png"));
            }
        }
    }

    @Test
    void original_path_gives_the_same_aggregate() throws IOException, InterruptedException {
        TokenClient owner = TokenClient.ofOwner(stack, "o-17");

        Answer original = owner.getWhole(gateway + "/api/invoices?ownerId=o-17&year=2026&month=11");

        assertThat(original.body())
                .isEqualTo(month(owner, "o-17", YearMonth.of(2026, 11)).body());
    }

    @Test
    void delivery_comes_with_its_packages_and_its_flight() throws IOException, InterruptedException {
        SampleDelivery expected = DATA.showcase().orElseThrow();

        JsonNode delivery = TokenClient.ofOwner(stack, expected.ownerId())
                .getWhole(gateway + "/api/v1/deliveries/" + expected.id())
                .json();

        assertThat(delivery.at("/deliveryId").asString("")).isEqualTo(expected.id());
        assertThat(delivery.at("/delivery/ownerId").asString("")).isEqualTo(expected.ownerId());
        assertThat(delivery.at("/packages")).hasSameSizeAs(expected.packages());
        assertThat(delivery.at("/flight/flightSeconds").asInt(0))
                .isEqualTo(expected.flight().seconds());
    }

    @Test
    void delivery_that_no_drone_has_flown_has_no_flight() throws IOException, InterruptedException {
        SampleDelivery cancelled = DATA.deliveries()
                .filter(delivery -> delivery.status() == SampleDelivery.SampleStatus.CANCELLED)
                .findFirst()
                .orElseThrow();

        JsonNode delivery = TokenClient.ofOwner(stack, cancelled.ownerId())
                .getWhole(gateway + "/api/v1/deliveries/" + cancelled.id())
                .json();

        assertThat(delivery.at("/delivery/status").asString("")).isEqualTo("cancelled");
        assertThat(delivery.at("/flight").isNull()).isTrue();
    }

    @Test
    void overview_follows_a_delivery_to_its_flight_and_its_line() throws IOException, InterruptedException {
        SampleDelivery expected = DATA.showcase().orElseThrow();

        JsonNode overview = TokenClient.ofOwner(stack, expected.ownerId())
                .getWhole(gateway + "/api/v1/deliveries/" + expected.id() + "/overview")
                .json();

        assertThat(overview.propertyNames()).containsExactly("delivery", "flight", "line");
        assertThat(overview.at("/flight/flightSeconds").asInt(0))
                .isEqualTo(expected.flight().seconds());
        assertThat(overview.at("/line/amount").decimalValue()).isPositive();
    }

    @Test
    void owners_deliveries_come_page_by_page_with_their_drones() throws IOException, InterruptedException {
        TokenClient owner = TokenClient.ofOwner(stack, "o-17");

        JsonNode first = owner.getWhole(gateway + "/api/v1/owners/o-17/deliveries?limit=3")
                .json();
        JsonNode second = owner.getWhole(gateway + "/api/v1/owners/o-17/deliveries?limit=3&after="
                        + first.at("/page/next").asString())
                .json();

        assertThat(first.at("/page/deliveries")).hasSize(3);
        assertThat(second.at("/page/deliveries/0/deliveryId").asString())
                .isGreaterThan(first.at("/page/deliveries/2/deliveryId").asString());
        assertThat(first.at("/drones"))
                .isNotEmpty()
                .allSatisfy(drone ->
                        assertThat(drone.at("/capacityKg").decimalValue()).isPositive());
    }

    @Test
    void a_generated_java_client_compiles_and_reads_every_aggregate(@TempDir Path files) throws Exception {
        SampleDelivery expected = DATA.showcase().orElseThrow();
        YearMonth month = expected.month();
        String owner = expected.ownerId();
        String token = new Issuer(stack.url("issuer")).token(LocalAuth.clientOf(owner));

        try (GeneratedClient client =
                GeneratedClient.of(files, Http.get(gateway + "/v3/api-docs").body())) {
            assertThat(client.read(gateway, token, owner, month.getYear(), month.getMonthValue(), expected.id()))
                    .containsEntry("unavailable", List.of())
                    .containsEntry("same", true)
                    .containsEntry("status", "completed")
                    .containsEntry("sizes", expected.packages().size())
                    .containsEntry("seconds", (int) expected.flight().seconds())
                    .containsEntry("owner", owner)
                    .containsEntry("position", null)
                    .containsEntry("currency", "USD")
                    .containsEntry("page", 2)
                    .hasEntrySatisfying(
                            "lines", lines -> assertThat((Integer) lines).isPositive())
                    .hasEntrySatisfying(
                            "packages",
                            packages -> assertThat((Integer) packages).isPositive())
                    .hasEntrySatisfying("kind", kind -> assertThat(kind).isIn("light", "medium", "heavy", "cargo"))
                    .hasEntrySatisfying("next", next -> assertThat(next).isInstanceOf(String.class));
        }
    }

    @Test
    void empty_month_of_a_known_owner_is_zeros() throws IOException, InterruptedException {
        Answer empty = month(TokenClient.ofOwner(stack, "o-50"), "o-50", YearMonth.of(2025, 1));

        assertThat(empty.status()).isEqualTo(200);
        ExpectedMonth.numbers(DATA, "o-50", YearMonth.of(2025, 1))
                .keySet()
                .forEach(pointer -> assertThat(empty.json().at(pointer).decimalValue())
                        .as(pointer)
                        .isZero());
        assertThat(empty.json().at("/invoice/status").asString("")).isEqualTo("empty");
    }

    @ParameterizedTest
    @CsvSource({
        "GET,  /api/v1/owners/o-99999/invoices/2026/11,    404, not-found",
        "GET,  /api/v1/owners/o%2017/invoices/2026/11,     400, invalid-request",
        "GET,  /api/v1/owners/o-17/invoices/2026/0,        400, invalid-request",
        "GET,  /api/v1/owners/o-17/invoices/2026/13,       400, invalid-request",
        "GET,  /api/v1/owners/o-17/invoices/1999/11,       400, invalid-request",
        "GET,  /api/v1/owners/o-17/invoices/x/11,          400, invalid-request",
        "GET,  /api/invoices?ownerId=o-17&year=2026,       400, invalid-request",
        "GET,  /api/v1/deliveries/d-999999999,             404, not-found",
        "GET,  /api/v1/nowhere,                            404, not-found",
        "POST, /api/v1/owners/o-17/invoices/2026/11,       405, method-not-allowed"
    })
    void what_the_caller_did_wrong_is_a_problem_detail(String method, String path, int status, String type)
            throws IOException, InterruptedException {
        // A busy machine may take longer than the gateway's deadline; that is no answer to what the caller did.
        Answer problem = Awaitility.await()
                .atMost(Duration.ofMinutes(4))
                .until(
                        () -> operator.call(method, gateway + path),
                        answer -> answer.status() != 503 && answer.status() != 504);

        assertThat(problem.status()).as(problem.body()).isEqualTo(status);
        assertThat(problem.contentType()).startsWith("application/problem+json");
        assertThat(problem.json().get("type").asString()).isEqualTo("urn:drone-delivery:problem:" + type);
        assertThat(problem.body()).doesNotContain("Exception", "\tat ");
    }

    @Test
    void answer_in_another_media_type_is_refused() throws IOException, InterruptedException {
        assertThat(operator.call("GET", stack.urlsToTry().get(0), "Accept", "text/html")
                        .status())
                .isEqualTo(406);
    }

    @Test
    void oversized_uri_and_headers_are_refused() throws IOException, InterruptedException {
        assertThat(operator.get(gateway + "/api/v1/owners/" + "x".repeat(20_000))
                        .status())
                .isEqualTo(414);
        assertThat(operator.call("GET", stack.urlsToTry().get(0), "X-Long", "x".repeat(20_000))
                        .status())
                .isEqualTo(431);
    }

    /** The same requests each time; tools/api-fuzz makes up others. */
    @Test
    void answers_to_made_up_requests_keep_to_the_document() throws IOException, InterruptedException {
        JsonNode document = Http.get(gateway + "/v3/api-docs").json();
        Issuer issuer = new Issuer(stack.url("issuer"));

        ApiConformance answers = ApiConformance.of(gateway, document, issuer, 50, 20261123);

        assertThat(answers.violations()).isEmpty();
        assertThat(answers.statuses()).contains(200, 202, 400, 401, 403, 404);
        document.findParents("400").forEach(responses -> ((ObjectNode) responses).remove("400"));
        assertThat(ApiConformance.of(gateway, document, issuer, 5, 20261123).violations())
                .as("the same with a document that has forgotten a status")
                .anyMatch(violation -> violation.startsWith("the status is not documented"));
        assertThat(stack.lines()).noneMatch(line -> line.matches("\\d\\d:\\d\\d:\\d\\d\\.\\d{3} ERROR .*"));
    }

    @Test
    void nothing_that_is_the_callers_fault_is_logged_as_an_error() throws IOException, InterruptedException {
        operator.get(gateway + "/api/v1/owners/o-17/invoices/2026/13");
        operator.get(gateway + "/api/v1/owners/o-99999/invoices/2026/11");
        Http.get(gateway + "/api/v1/owners/o-17/invoices/2026/11", "Authorization", "Bearer made-up");

        assertThat(stack.lines()).noneMatch(line -> line.matches("\\d\\d:\\d\\d:\\d\\d\\.\\d{3} ERROR .*"));
    }

    @Test
    void every_part_of_the_ready_block_is_reachable() throws IOException, InterruptedException {
        assertThat(Http.get(stack.url("OpenAPI")).status()).isIn(200, 302, 307);
        for (String part : List.of("gateway", "delivery-service", "drone-service", "invoice-service")) {
            Answer health = Http.get(stack.health(part));
            assertThat(health.json().get("status").asString()).as(health.body()).isEqualTo("UP");
        }
        assertThat(Http.get(stack.url("Cosmos DB")).status()).isLessThan(500);
    }

    private static String meters(String application) {
        return stack.health(application).replace("/health", "/prometheus");
    }

    @Test
    void meters_of_an_application_are_its_own() throws IOException, InterruptedException {
        assertThat(Http.get(meters("gateway")).body()).doesNotContain("r2dbc_pool", "cosmos_client");
        assertThat(Http.get(meters("invoice-service")).body())
                .contains("r2dbc_pool")
                .doesNotContain("application=\"gateway\"");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void stack_at_rest_needs_less_than_one_and_a_half_gigabytes() {
        long resident = Stream.concat(
                        Stream.of(stack.pid()),
                        stack.postgresProcesses().stream().map(ProcessHandle::pid))
                .mapToLong(WholeStackIT::residentBytes)
                .sum();

        System.out.printf("resident: %d MB%n", resident >> 20);
        assertThat(resident).isLessThan(MOST_RESIDENT_BYTES);
    }

    private static Answer month(TokenClient client, String ownerId, YearMonth month) {
        return client.getWhole("%s/api/v1/owners/%s/invoices/%d/%d"
                .formatted(gateway, ownerId, month.getYear(), month.getMonthValue()));
    }

    private static long residentBytes(long pid) {
        try (Stream<String> lines = Files.lines(Path.of("/proc/" + pid + "/status"))) {
            return lines.filter(line -> line.startsWith("VmRSS:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
                    .sum();
        } catch (IOException ended) {
            return 0;
        }
    }
}
