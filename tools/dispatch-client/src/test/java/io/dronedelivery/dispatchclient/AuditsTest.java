package io.dronedelivery.dispatchclient;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.dispatchclient.Client.Result;
import io.dronedelivery.dispatchclient.TestDispatcher.Reply;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AuditsTest {

    private static final String PATH = "/internal/reconciliation";
    private static final String BEGIN = "POST " + PATH + "?from=2026-11-01T00%3A00%3A00Z&to=2026-12-01T00%3A00%3A00Z";
    private static final String[] NOVEMBER = {
        "--from", "2026-11-01T00:00:00Z", "--to", "2026-12-01T00:00:00Z", "--progress-every", "1"
    };

    private final TestService service = new TestService();

    @AfterEach
    void stop() {
        service.close();
    }

    private Result run(String command, String... arguments) {
        List<String> all = new ArrayList<>(List.of("audits", command, "-u", service.url()));
        all.addAll(List.of(arguments));
        return Client.run(all.toArray(String[]::new));
    }

    private static Reply audit(String status, int withoutLine) {
        return Reply.ok("""
                {"id":"a-1","from":"2026-11-01T00:00:00Z","to":"2026-12-01T00:00:00Z","status":"%s","deliveries":7,\
                "withoutFlight":0,"withoutLine":%d,"sentAgain":%d}""".formatted(status, withoutLine, withoutLine));
    }

    @Test
    void an_audit_is_followed_until_its_end() {
        service.on(BEGIN, audit("asking", 0));
        service.on("GET " + PATH + "/a-1", audit("answering", 0), audit("done", 3));

        Result result = run("run", NOVEMBER);

        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.lines()).hasSize(3);
        assertThat(result.lines().get(0)).contains("a-1", "asking");
        assertThat(result.lines().get(2))
                .contains("done", "7 compared, 0 without flight, 3 without invoice line, 3 announced again");
    }

    @Test
    void an_audit_is_followed_on_after_questions_that_were_not_answered() {
        service.on(BEGIN, audit("asking", 0));
        Reply none = Reply.problem(503, "Restarting.");
        service.on("GET " + PATH + "/a-1", none, none, audit("answering", 0), none, audit("done", 3));

        Result result = run("run", NOVEMBER);

        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.lines()).hasSize(3);
        assertThat(result.lines().get(2)).contains("done");
    }

    @Test
    void an_audit_that_nobody_tells_of_any_more_goes_on_and_can_be_asked_for() {
        service.on(BEGIN, audit("asking", 0));
        service.on("GET " + PATH + "/a-1", Reply.problem(503, "Restarting."));

        Result result = run("run", NOVEMBER);

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.err())
                .contains("503: Restarting.", "The audit was not stopped: audits show a-1 tells how far it is.");
    }

    @Test
    void answers_that_did_not_come_are_no_success() {
        service.on(BEGIN, audit("incomplete", 0));

        assertThat(run("run", NOVEMBER).exitCode()).isEqualTo(1);
    }

    @Test
    void audits_are_listed_and_shown() {
        service.on(
                "GET " + PATH,
                Reply.ok(
                        "[" + audit("done", 1).body() + "," + audit("asking", 0).body() + "]"));
        service.on("GET " + PATH + "/a-1", audit("done", 1));

        assertThat(run("list").lines()).hasSize(2).allMatch(line -> line.startsWith("a-1 "));
        assertThat(run("list", "--json").lines()).hasSize(2).allMatch(line -> line.startsWith("{\"id\":\"a-1\""));
        assertThat(run("show", "a-1").out()).contains("\"withoutLine\" : 1");
    }

    @Test
    void what_the_service_refuses_is_told() {
        service.on("GET " + PATH, Reply.problem(403, "The token has no scope reconciliation."));

        Result result = run("list");

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.err()).contains("403: The token has no scope reconciliation.");
    }

    @Test
    void a_service_that_is_away_has_an_exit_code_of_its_own() throws IOException {
        // Bound and not listening: connections are refused, and nobody else gets the port.
        try (Socket refusing = new Socket()) {
            refusing.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            String uri = "http://127.0.0.1:" + refusing.getLocalPort();

            assertThat(Client.run("audits", "show", "-u", uri, "a-1").exitCode())
                    .isEqualTo(3);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "audits, list",
        "audits run, --from",
        "audits run --from yesterday, --from must be a time",
        "audits run --from 2026-11-01T00:00:00Z --to tomorrow, --to must be a time",
        "audits run --from 2026-11-01T00:00:00Z --to 2026-11-01T00:00:00Z, --from must be before --to",
        "audits run --from 2026-11-01T00:00:00Z --progress-every 0, --progress-every must be at least 1"
    })
    void options_that_make_no_sense_are_named(String command, String name) {
        Result result = Client.run(command.split(" "));

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains(name);
    }
}
