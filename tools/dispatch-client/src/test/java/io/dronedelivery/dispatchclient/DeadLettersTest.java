package io.dronedelivery.dispatchclient;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.dispatchclient.Client.Result;
import io.dronedelivery.dispatchclient.TestDispatcher.Reply;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeadLettersTest {

    private static final String LETTER = """
            {"id":"3-7","eventId":"d-1","type":"DeliveryRequested","key":"d-1","reason":"handler-failed",\
            "description":"It rained","at":"2026-11-23T05:00:00Z","attempts":5,"origin":"x","dataBytes":2}""";
    private static final String HANDLED =
            "{\"id\":\"3-7\",\"eventId\":\"d-1\",\"type\":\"DeliveryRequested\",\"what\":\"%s\"}";

    private final TestService service = new TestService();

    @AfterEach
    void stop() {
        service.close();
    }

    private Result run(String command, String... arguments) {
        List<String> all = new ArrayList<>(List.of("dead-letters", command, "-u", service.url()));
        all.addAll(List.of(arguments));
        return Client.run(all.toArray(String[]::new));
    }

    private static String job(String status, int sent, int failed) {
        return """
                {"id":"j-1","status":"%s","sent":%d,"failed":%d,"cameBack":0,"errors":[%s]}""".formatted(status, sent, failed, failed == 0 ? "" : "\"3-9: too large\"");
    }

    @Test
    void how_many_wait_is_asked_of_all_services() {
        try (TestService other = new TestService()) {
            service.on(
                    "GET /internal/dead-letters",
                    Reply.ok("[{\"subscription\":\"requests.drones\",\"waiting\":3,\"more\":false}]"));
            other.on(
                    "GET /internal/dead-letters",
                    Reply.ok("[{\"subscription\":\"done.invoices\",\"waiting\":10000,\"more\":true}]"));

            Result result = Client.run("dead-letters", "list", "-u", service.url() + "," + other.url());

            assertThat(result.exitCode()).as(result.err()).isZero();
            assertThat(result.lines())
                    .satisfiesExactly(
                            first -> assertThat(first).matches("requests\\.drones +3"),
                            second -> assertThat(second).matches("done\\.invoices +at least 10000"));
        }
    }

    @Test
    void what_a_publisher_chose_neither_makes_a_line_nor_steers_the_terminal() {
        String forged = LETTER.replace("It rained", "It rained\\n3-8 discarded\\u001b[2J\\u202e");
        service.on("GET ?limit=50", Reply.ok("{\"letters\":[" + forged + "]}"));

        Result text = run("list", TestService.SUBSCRIPTION);
        Result json = run("list", TestService.SUBSCRIPTION, "--json");

        assertThat(text.lines()).hasSize(2).last().isEqualTo("    It rained\\n3-8 discarded\\u001b[2J\\u202e");
        assertThat(json.lines()).singleElement().asString().contains("\\u202e").doesNotContain("\u202E", "\u001B");
    }

    @Test
    void letters_are_listed_page_after_page_up_to_the_limit() {
        service.on("GET ?reason=handler-failed&limit=3", Reply.ok("{\"letters\":[" + LETTER + "],\"next\":\"3-8\"}"));
        service.on(
                "GET ?reason=handler-failed&limit=2&after=3-8",
                Reply.ok("{\"letters\":[" + LETTER + "," + LETTER + "],\"next\":\"4-0\"}"));

        Result result = run("list", TestService.SUBSCRIPTION, "--reason", "handler-failed", "--limit", "3");

        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.lines()).hasSize(7).endsWith("There may be more: --after 4-0");
        assertThat(result.lines().get(0))
                .contains("3-7", "2026-11-23T05:00:00Z", "handler-failed", "DeliveryRequested d-1, attempts: 5");
        assertThat(result.lines().get(1)).isEqualTo("    It rained");
    }

    @Test
    void one_letter_is_shown_as_the_service_tells_it() {
        service.on("GET /3-7", Reply.ok("{\"letter\":" + LETTER + ",\"data\":{\"weight\":1}}"));

        Result result = run("show", TestService.SUBSCRIPTION, "3-7");

        assertThat(result.exitCode()).isZero();
        assertThat(result.out()).contains("\"weight\" : 1");
    }

    @Test
    void letters_are_sent_again_by_their_ids_and_a_refusal_does_not_stop_the_others() {
        service.on("POST /3-6/resend", Reply.problem(404, "It does not wait."));
        service.on("POST /3-7/resend", Reply.ok(HANDLED.formatted("resent")));

        Result result = run("resend", TestService.SUBSCRIPTION, "3-6", "3-7");

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.err()).contains("404: It does not wait.");
        assertThat(result.lines()).containsExactly("3-7 (event d-1) was resent");
    }

    @Test
    void all_of_a_reason_are_sent_again_by_a_job_that_tells_how_far_it_is() {
        service.on("POST /resends", Reply.ok(job("running", 0, 0)));
        service.on("GET /resends/j-1", Reply.ok(job("running", 40, 0)), Reply.ok(job("done", 90, 0)));

        Result result = run(
                "resend",
                TestService.SUBSCRIPTION,
                "--reason",
                "handler-failed",
                "--rate",
                "100",
                "--progress-every",
                "1");

        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(service.calls()).first().isEqualTo("POST /resends {\"reason\":\"handler-failed\",\"rate\":100}");
        assertThat(result.lines())
                .containsExactly(
                        "running: 0 sent, 0 failed, 0 came back",
                        "running: 40 sent, 0 failed, 0 came back",
                        "done: 90 sent, 0 failed, 0 came back");
    }

    @Test
    void a_job_is_followed_on_after_questions_that_were_not_answered() {
        service.on("POST /resends", Reply.ok(job("running", 0, 0)));
        Reply none = Reply.problem(503, "Restarting.");
        service.on("GET /resends/j-1", none, none, Reply.ok(job("running", 40, 0)), none, Reply.ok(job("done", 90, 0)));

        Result result = run("resend", TestService.SUBSCRIPTION, "--all", "--progress-every", "1");

        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.lines())
                .containsExactly(
                        "running: 0 sent, 0 failed, 0 came back",
                        "running: 40 sent, 0 failed, 0 came back",
                        "done: 90 sent, 0 failed, 0 came back");
    }

    @ParameterizedTest
    @CsvSource({"done, 1", "failed, 0", "stopped, 0"})
    void a_job_that_leaves_letters_ends_in_1_and_says_why(String status, int failed) {
        service.on("POST /resends", Reply.ok(job(status, 89, failed)));

        Result result = run("resend", TestService.SUBSCRIPTION, "--all");

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.err()).isEqualTo(failed == 0 ? "" : "3-9: too large\n");
    }

    @Test
    void a_letter_is_mended_with_the_json_of_a_file(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("data.json"), "{ \"weight\": 1.50 }");
        service.on("POST /3-7/mend", Reply.ok(HANDLED.formatted("mended")));

        Result result = run(
                "mend",
                TestService.SUBSCRIPTION,
                "3-7",
                "--why",
                "typo",
                "--data",
                file.toString(),
                "--attribute",
                "dataschema=urn:x:2");

        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(service.calls())
                .containsExactly("POST /3-7/mend {\"why\":\"typo\",\"data\":{\"weight\":1.50},"
                        + "\"attributes\":{\"dataschema\":\"urn:x:2\"}}");
    }

    @Test
    void letters_are_discarded_with_a_reason() {
        service.on("POST /3-7/discard", Reply.ok(HANDLED.formatted("discarded")));

        Result result = run("discard", TestService.SUBSCRIPTION, "3-7", "--why", "a test", "--json");

        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(service.calls()).containsExactly("POST /3-7/discard {\"why\":\"a test\"}");
        assertThat(result.lines()).containsExactly(HANDLED.formatted("discarded"));
    }

    @ParameterizedTest
    @CsvSource({
        "dead-letters",
        "dead-letters resend x",
        "dead-letters resend x 3-7 --all",
        "dead-letters resend x --all --reason y",
        "dead-letters resend x --all --rate 0",
        "dead-letters resend x --all --rate 1001",
        "dead-letters resend x 3-7 --rate 5",
        "dead-letters list --reason x",
        "dead-letters list x --limit 0",
        "dead-letters list -u ftp://x",
        "dead-letters mend x 3-7 --why y",
        "dead-letters mend x 3-7 --data /nowhere/at-all --why y",
        "dead-letters mend x 3-7 --attribute a=b",
        "dead-letters discard x 3-7",
        "dead-letters discard x --why y"
    })
    void options_that_make_no_sense_end_in_2(String arguments) {
        Result result = Client.run(arguments.split(" "));

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).isNotBlank();
        assertThat(result.out()).isEmpty();
    }

    @Test
    void a_service_that_nobody_reaches_ends_in_3() throws IOException {
        // Bound and not listening: connections are refused, and nobody else gets the port.
        try (Socket refusing = new Socket()) {
            refusing.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            String uri = "http://127.0.0.1:" + refusing.getLocalPort();

            assertThat(Client.run("dead-letters", "list", "-u", uri).exitCode()).isEqualTo(3);
            assertThat(Client.run("dead-letters", "show", "-u", uri, "x", "3-7").exitCode())
                    .isEqualTo(3);
        }
    }

    @Test
    void a_subscription_that_no_service_has_ends_in_1() {
        Result result = run("show", "nobody", "3-7");

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.err()).contains("404");
    }

    @ParameterizedTest
    @CsvSource({"list", "show", "resend", "mend", "discard"})
    void each_command_has_help_with_exit_codes(String command) {
        Result result = Client.run("dead-letters", command, "--help");

        assertThat(result.exitCode()).isZero();
        assertThat(result.out()).contains("Exit codes:", "--uri", "--token");
    }
}
