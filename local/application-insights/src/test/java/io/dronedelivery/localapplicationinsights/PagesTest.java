package io.dronedelivery.localapplicationinsights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The pages in a real browser. With {@code -Dinsights.screenshots=<folder>} it takes pictures, of a longer run. */
class PagesTest {
    @RegisterExtension
    static final LocalApplicationInsightsExtension insights = LocalApplicationInsightsExtension.create();

    /** Where pictures go; null for none. */
    private static final String PICTURES = System.getProperty("insights.screenshots");

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static Browser browser;
    private static Http http;

    @BeforeAll
    static void start() throws Exception {
        browser = Browser.start();
        http = new Http(insights.insights());
        new StepLoadTelemetry(Instant.now(), PICTURES == null ? 48 : 480, 900, http::track).run();
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

    @Test
    void every_chart_of_the_overview_has_data() throws Exception {
        open("#/overview", count(".chart svg path") + " > 30 && " + count("figure.panel") + " === 7");

        JsonNode charts = browser.evaluate("""
                [...document.querySelectorAll('figure.panel')].map((figure) => ({
                  title: figure.querySelector('h2').textContent,
                  series: Number(figure.querySelector('.chart').dataset.series ?? 0),
                  label: figure.querySelector('.chart').getAttribute('aria-label'),
                  hidden: figure.querySelector('.chart').hidden }))""");
        assertThat(charts).allSatisfy(chart -> {
            assertThat(chart.path("series").asInt())
                    .as(chart.path("title").asString())
                    .isPositive();
            assertThat(chart.path("hidden").asBoolean()).isFalse();
            assertThat(chart.path("label").asString()).contains("highest");
        });
        browser.size(1280, 1700); // all of the charts
        picture("overview-light");
        browser.dark(true);
        browser.awaitTrue("getComputedStyle(document.body).backgroundColor === 'rgb(18, 22, 27)'");
        picture("overview-dark");
    }

    @Test
    void every_chart_is_also_a_table() {
        open("#/overview", count(".chart svg path") + " > 30");

        browser.evaluate("document.querySelectorAll('figure details').forEach((details) => { details.open = true; })");

        browser.awaitTrue(count("figure details table") + " === 7");
        assertThat(browser.evaluate(count("figure details tbody tr")).asInt()).isGreaterThan(50);
    }

    @Test
    void a_line_that_was_hidden_stays_hidden_while_new_figures_come_in() {
        open("#/overview", count(".chart svg path") + " > 30");
        String button =
                "[...document.querySelectorAll('.chart-legend button')].find((each) => each.textContent === 'Users')";
        String drawn = "document.querySelectorAll('.chart svg')[0].querySelectorAll('path[stroke-dasharray]').length";
        assertThat(browser.evaluate(drawn).asInt()).isPositive();

        browser.evaluate(button + ".click()");

        browser.awaitTrue(drawn + " === 0 && " + button + ".getAttribute('aria-pressed') === 'false'");
        String received = browser.evaluate("document.getElementById('status').textContent")
                .asString();
        http.track(List.of(Envelope.request(Instant.now(), "shown", "GET /shown", Duration.ofMillis(5))
                .toString()));
        browser.awaitTrue("document.getElementById('status').textContent !== '" + received + "'");
        assertThat(browser.evaluate(drawn).asInt()).isZero();
    }

    @Test
    void what_arrives_is_shown_without_a_reload() {
        open("#/overview", count(".tiles dd") + " > 0");
        browser.evaluate("""
                const minutes = document.getElementById('minutes');
                minutes.value = '30'; // so long that nothing leaves it during the test
                minutes.dispatchEvent(new Event('change'));""");
        int before =
                http.api("overview?minutes=30").path("requests").path("count").asInt();
        await().atMost(TIMEOUT)
                .untilAsserted(() -> assertThat(overviewRequests()).isEqualTo(before));

        http.track(List.of(Envelope.request(Instant.now(), "live", "GET /live", Duration.ofMillis(5))
                .toString()));

        await().atMost(TIMEOUT)
                .untilAsserted(() -> assertThat(overviewRequests()).isEqualTo(before + 1));
    }

    @Test
    void dead_letters_are_a_tile_that_warns() {
        open("#/overview", count(".tiles dd") + " === 6");
        String tile = "document.querySelectorAll('.tiles > div')[5]";

        http.track(List.of(Envelope.metric(Instant.now(), "messaging.dead-letters.waiting", 4, 1)
                .role("drone-service")
                .dimension("messaging.destination.name", "delivery-requests")
                .toString()));

        browser.awaitTrue(tile + ".className === 'bad'");
        assertThat(browser.evaluate(tile + ".textContent").asString())
                .contains("Dead letters", "4 of", "delivery-requests");
    }

    private static int overviewRequests() {
        return browser.evaluate("document.querySelector('.tiles dd').firstChild.textContent.replaceAll(',', '')")
                .asInt();
    }

    @Test
    void all_of_it_can_be_reached_with_the_keyboard() {
        open("#/overview", count(".tiles dd") + " > 0");
        assertThat(browser.tabTo("a.skip")).isLessThanOrEqualTo(2);
        browser.tabTo("a[href=\"#/transactions\"]");
        browser.press("Enter");
        browser.awaitTrue("location.hash === '#/transactions' && document.activeElement.id === 'content'");
        browser.awaitTrue(count("tbody a") + " > 0");

        browser.tabTo("input[type=search]");
        browser.tabTo("tbody a");
        browser.press("Enter");
        browser.awaitTrue(count(".waterfall button") + " > 0 && document.activeElement.id === 'content'");

        browser.tabTo(".waterfall button");
        browser.press("Enter");
        browser.awaitTrue("document.activeElement.getAttribute('aria-expanded') === 'true'");
        assertThat(browser.evaluate("document.querySelector('tr.detail').hidden")
                        .asBoolean())
                .isFalse();
    }

    /** Presses Tab until it is there, and tells how often. */
    @Test
    void the_list_is_filtered_and_the_waterfall_shows_the_wait_after_a_429() throws Exception {
        open("#/transactions", count("tbody tr") + " === 50");
        picture("transactions-light");
        browser.evaluate("""
                const show = document.querySelector('select[name=show]');
                show.value = 'throttled';
                show.dispatchEvent(new Event('input', { bubbles: true }));""");
        browser.awaitTrue(
                "[...document.querySelectorAll('tbody tr')].every((row) => row.children[6].textContent !== '0')");
        browser.evaluate("document.querySelector('tbody a').click()");

        browser.awaitTrue(count("tr[data-kind=backoff] .span.backoff") + " > 0");
        assertThat(browser.evaluate("document.querySelector('.note').textContent")
                        .asString())
                .contains("spent waiting after a 429");
        assertThat(browser.evaluate("document.querySelector('.span.backoff').getBoundingClientRect().width")
                        .asDouble())
                .isGreaterThan(1);
        picture("transaction-light");
    }

    @Test
    void any_metric_can_be_drawn() {
        open("#/metrics", count("select[name=name] option") + " > 3");

        browser.evaluate("""
                const name = document.querySelector('select[name=name]');
                name.value = 'process.cpu.usage';
                name.dispatchEvent(new Event('input', { bubbles: true }));""");

        browser.awaitTrue("document.querySelector('.chart').dataset.series === '2'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"#/overview", "#/transactions", "#/metrics", "#/logs", "#/transactions/%s"})
    void a_small_screen_needs_no_sideways_scrolling(String page) throws Exception {
        browser.size(360, 780);
        String operation = http.api("transactions?show=throttled&limit=1")
                .path("rows")
                .get(0)
                .path("operationId")
                .asString();
        open(page.formatted(operation), count(".panel table, .panel svg") + " > 0");

        assertThat(browser.evaluate("document.documentElement.scrollWidth").asInt())
                .isLessThanOrEqualTo(360);
        assertThat(browser.evaluate("[...document.querySelectorAll('tr.detail')].some((row) => row.offsetHeight > 0)")
                        .asBoolean())
                .isFalse();
        assertThat(browser.evaluate("Math.max(...[...document.querySelectorAll('h1, .panel, .filter, nav')]"
                                + ".map((part) => part.getBoundingClientRect().right))")
                        .asInt())
                .isLessThanOrEqualTo(360);
        picture("small" + page.replaceAll("\\W+", "-").replaceAll("-s$", "-one"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"#/overview", "#/transactions", "#/metrics", "#/logs"})
    void every_control_has_a_name_and_every_page_one_main_heading(String page) {
        open(page, count(".panel table, .panel svg") + " > 0");

        assertThat(browser.evaluate("""
                [...document.querySelectorAll('a, button, input, select, [role=img], [role=region]')].filter((part) =>
                  !(part.getAttribute('aria-label') || part.textContent.trim() && part.tagName !== 'SELECT' || part.labels?.length)).map((part) => part.outerHTML)""")).isEmpty();
        assertThat(browser.evaluate("document.querySelectorAll('nav [aria-current=page]').length")
                        .asInt())
                .isEqualTo(1);
        assertThat(browser.evaluate("document.title").asString()).contains(" · Local Application Insights");
    }

    private static void picture(String name) throws Exception {
        if (PICTURES != null) {
            browser.screenshot(Path.of(PICTURES, "insights-" + name + ".png"));
        }
    }
}
