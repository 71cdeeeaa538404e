package io.dronedelivery.localapplicationinsights;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a reader sees first, in a real browser: the aggregations and what they lead to. Every page is checked with axe-core in the light, in
 * the dark, and on a small screen. With {@code -Dinsights.screenshots=<folder>} it takes pictures, of a longer run.
 */
@Tag("whole")
class LivePagesTest {
    @RegisterExtension
    static final LocalApplicationInsightsExtension insights = LocalApplicationInsightsExtension.create();

    /** Where pictures go; null for none. */
    private static final String PICTURES = System.getProperty("insights.screenshots");

    private static Browser browser;
    private static Http http;

    @BeforeAll
    static void start() throws Exception {
        browser = Browser.start();
        http = new Http(insights.insights());
        new StepLoadTelemetry(Instant.now(), PICTURES == null ? 96 : 480, 900, http::track).run();
    }

    @AfterAll
    static void stop() throws Exception {
        if (browser != null) {
            browser.close();
        }
    }

    @BeforeEach
    void largeAndLight() {
        browser.size(1280, 1000);
        browser.dark(false);
    }

    @AfterEach
    void nothing_was_complained_of() {
        assertThat(browser.errors()).isEmpty();
    }

    private static void open(String page, String ready) {
        browser.open("about:blank"); // a change of the hash alone would not load the page
        browser.open(insights.insights().url() + page);
        browser.awaitTrue(ready);
    }

    private static String count(String selector) {
        return "document.querySelectorAll('" + selector + "').length";
    }

    private static String text(String selector) {
        return browser.evaluate("document.querySelector('" + selector + "').textContent")
                .asString();
    }

    @Test
    void the_first_page_shows_degraded_answers_parts_and_backends() throws Exception {
        open("", count(".aggregation .chart svg path") + " > 20 && " + count(".share .piece") + " > 3");

        assertThat(browser.evaluate("document.title").asString()).startsWith("Aggregations");
        assertThat(text(".tiles .warn dt")).isEqualTo("Degraded");
        assertThat(text(".aggregation h2")).contains("/api/v1/owners/{ownerId}/invoices/{year}/{month}");
        assertThat(browser.evaluate("document.querySelectorAll('.share')[1].getAttribute('aria-label')")
                        .asString())
                .isEqualTo("Share of failures: droneUtilization 100 %");
        assertThat(browser.evaluate("[...document.querySelectorAll('section[aria-label=Backends] tbody tr')]"
                                + ".map((row) => row.children[0].textContent + ' ' + row.children[8].textContent)")
                        .toString())
                .isEqualTo("[\"delivery 2 of 2\",\"drone 1 of 2\",\"invoice 2 of 2\",\"all requests –\"]");
        browser.size(1280, 1500);
        picture("aggregations-light");
        browser.dark(true);
        browser.awaitTrue("getComputedStyle(document.body).backgroundColor === 'rgb(18, 22, 27)'");
        picture("aggregations-dark");
    }

    @Test
    void a_click_on_a_chart_leads_to_the_transactions_of_that_moment() {
        open("", count(".aggregation .chart svg path") + " > 20");

        browser.click(".aggregation .chart");

        browser.awaitTrue("location.hash.startsWith('#/transactions?name=') && location.hash.includes('&from=')");
        browser.awaitTrue("document.querySelector('.note').textContent.startsWith('Only GET /api/v1/owners')");
    }

    @Test
    void a_degraded_answer_is_marked_in_the_list_and_in_its_waterfall() throws Exception {
        open("#/transactions?show=degraded", count("tbody td.wait") + " > 0");
        assertThat(text("tbody td.wait")).isEqualTo("200 degraded, without droneUtilization");
        picture("degraded-light");

        browser.evaluate("document.querySelector('tbody a').click()");

        browser.awaitTrue(count(".verdict") + " === 1 && " + count("tr.critical") + " > 1");
        assertThat(text(".verdict")).isEqualTo("Degraded: the answer lacks droneUtilization (backend-timeout).");
        browser.evaluate("document.querySelector('.check input').click()");
        browser.awaitTrue("[...document.querySelectorAll('.waterfall tbody tr')].filter((row) => row.offsetHeight > 0)"
                + ".every((row) => row.classList.contains('critical'))");
    }

    @Test
    void a_table_tells_how_many_rows_it_has_and_shows_all_on_demand() {
        open("", count(".aggregation .chart svg path") + " > 20");
        browser.evaluate("document.querySelector('.aggregation figure details').open = true");
        String rows = count(".aggregation figure tbody tr");
        browser.awaitTrue(rows + " === 12");
        int all = Integer.parseInt(text(".aggregation figure caption").replaceAll(".*: (\\d+) rows", "$1"));

        browser.evaluate("document.querySelector('.aggregation figure .more').click()");

        browser.awaitTrue(rows + " === " + all + " && " + all + " > 12");
    }

    @Test
    void metrics_are_searched_and_have_units_rates_and_percentiles() throws Exception {
        open("#/metrics", count("select[name=name] option") + " > 8");
        browser.evaluate("""
                const search = document.querySelector('input[name=search]');
                search.value = 'cpu';
                search.dispatchEvent(new Event('input', { bubbles: true }));""");

        browser.awaitTrue(count("select[name=name] option") + " === 1 && " + count(".panel tbody tr") + " === 2");
        assertThat(text("caption")).isEqualTo("process.cpu.usage (share): 2 rows");
        assertThat(text("thead")).contains("p50", "p95", "p99", "Sum a second");
        picture("metrics-light");
    }

    @Test
    void failures_and_logs_lead_to_transactions_with_the_keyboard_alone() {
        open("#/failures", count("tbody a") + " > 0");
        browser.tabTo("tbody a");
        browser.press("Enter");
        browser.awaitTrue("location.hash.startsWith('#/transactions?') && " + count("tbody td.wait") + " > 0");

        open("#/logs", count("tbody a") + " > 0");
        browser.tabTo("tbody a");
        browser.press("Enter");
        browser.awaitTrue(count(".waterfall tr") + " > 3 && document.activeElement.id === 'content'");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "#/transactions", "#/failures", "#/overview", "#/metrics", "#/logs", "#/transactions/%s"})
    void axe_finds_no_violation(String page) throws Exception {
        String degraded = http.api("transactions?show=degraded&limit=1")
                .path("rows")
                .get(0)
                .path("operationId")
                .asString();
        open(page.formatted(degraded), count(".panel table, .panel svg") + " > 0");
        browser.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })");

        browser.assertAccessible("rgb(246, 247, 249)", "rgb(18, 22, 27)");
    }

    private static void picture(String name) throws Exception {
        if (PICTURES != null) {
            browser.screenshot(Path.of(PICTURES, "insights-" + name + ".png"));
        }
    }
}
