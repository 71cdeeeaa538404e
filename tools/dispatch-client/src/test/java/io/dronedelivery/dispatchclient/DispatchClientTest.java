package io.dronedelivery.dispatchclient;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.dispatchclient.Client.Result;
import io.dronedelivery.dispatchclient.TestDispatcher.Reply;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

class DispatchClientTest {

    private TestDispatcher dispatcher;

    @BeforeEach
    void start() {
        dispatcher = TestDispatcher.start();
    }

    @AfterEach
    void stop() {
        dispatcher.close();
    }

    @Test
    void max_is_sent_with_each_production() {
        Result result = Client.run("-u", dispatcher.url(), "-p", "-c", "16", "-m", "40", "-e", "1", "--times", "2");

        assertThat(result.lines()).contains("Produce 16 messages every 1ms with 40 concurrency.");
        assertThat(dispatcher.calls())
                .filteredOn(call -> call.startsWith("POST"))
                .hasSize(2)
                .containsOnly("POST /api/v1/dispatch/messages?count=16&concurrency=40");
    }

    @Test
    void errors_of_messages_are_told_and_end_in_1() {
        Iterator<Reply> replies = List.of(
                        Reply.accepted(8, 0, 0), Reply.accepted(8, 0, 0, "connect timed out", "broker gone"))
                .iterator();
        dispatcher.onMessages(replies::next);

        Result result = Client.run("-u", dispatcher.url(), "-p", "-e", "1", "--times", "2");

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.err()).isEqualTo("connect timed out\nbroker gone\n");
        assertThat(result.lines()).endsWith("adding 8 to queue of 0 with 0 inflight...");
    }

    @Test
    void a_refusal_is_told_with_its_reason_and_the_client_goes_on() {
        Iterator<Reply> replies = List.of(Reply.problem(503, "The queue is full."), Reply.accepted(8, 0, 0))
                .iterator();
        dispatcher.onMessages(replies::next);

        Result result = Client.run("-u", dispatcher.url(), "-p", "-e", "1", "--times", "2");

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.err()).isEqualTo("503: The queue is full. (again in 2 s)\n");
        assertThat(result.lines()).endsWith("adding 8 to queue of 0 with 0 inflight...");
    }

    @Test
    void errors_that_come_while_one_watches_count_and_those_from_before_do_not() {
        dispatcher.onStatus(() -> Reply.ok("{\"errors\":696,\"concurrency\":100}"));
        assertThat(Client.run("-u", dispatcher.url(), "-s", "--times", "1").exitCode())
                .isZero();

        AtomicInteger errors = new AtomicInteger(696);
        dispatcher.onStatus(() -> Reply.ok("{\"errors\":" + errors.getAndIncrement() + ",\"concurrency\":100}"));
        assertThat(Client.run("-u", dispatcher.url(), "-s", "--times", "1").exitCode())
                .isEqualTo(1);
    }

    @Test
    void where_nothing_listens_the_client_says_so_and_ends_in_3() throws IOException {
        // Bound and not listening: connections are refused, and nobody else gets the port.
        try (Socket refusing = new Socket()) {
            refusing.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            String uri = "http://127.0.0.1:" + refusing.getLocalPort();

            Result result = Client.run("-u", uri);

            assertThat(result.exitCode()).isEqualTo(3);
            assertThat(result.out()).isEmpty();
            assertThat(result.err())
                    .startsWith("There is no dispatcher: nothing listens at " + uri + ".\n")
                    .contains("--uri");
        }
    }

    @Test
    void where_something_else_listens_the_client_says_so_too() {
        assertThat(Client.run("-u", dispatcher.url() + "/other"))
                .satisfies(result -> assertThat(result.err()).startsWith("There is no dispatcher: 404: refused.\n"))
                .satisfies(result -> assertThat(result.exitCode()).isEqualTo(3));

        dispatcher.onStatus(() -> Reply.ok("<html>"));
        assertThat(Client.run("-u", dispatcher.url()).err())
                .startsWith("There is no dispatcher: " + dispatcher.url()
                        + " answered 200 with something that no dispatcher says.");

        dispatcher.onStatus(() -> Reply.ok("{\"hello\":1}"));
        assertThat(Client.run("-u", dispatcher.url()).exitCode()).isEqualTo(3);
    }

    @Test
    void a_dispatcher_that_goes_away_is_an_error_and_no_end() throws IOException {
        try (Socket refusing = new Socket()) {
            Iterator<Runnable> turns = List.<Runnable>of(() -> {}, () -> replaceDispatcher(refusing))
                    .iterator();
            dispatcher.onMessages(() -> {
                turns.next().run();
                return Reply.accepted(8, 0, 0);
            });

            Result result = Client.run("-u", dispatcher.url(), "-p", "-e", "1", "--times", "4");

            assertThat(result.exitCode()).isEqualTo(1);
            assertThat(result.err()).contains("nothing listens at " + dispatcher.url());
        }
    }

    /** By one that is bound and does not listen, so that nobody else gets the port. */
    private void replaceDispatcher(Socket refusing) {
        InetSocketAddress address = new InetSocketAddress(
                InetAddress.getLoopbackAddress(), URI.create(dispatcher.url()).getPort());
        dispatcher.close();
        try {
            // Connections that have ended still have the port.
            refusing.setReuseAddress(true);
            refusing.bind(address);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "--uri ftp://x|--uri must be an http or https URL, such as http://localhost:8080, but is ftp://x.",
                "--uri localhost:8080|--uri must be an http or https URL",
                "--uri http://[|--uri must be an http or https URL",
                "--every 0|--every must be at least 1, but is 0.",
                "--every fast|--every",
                "--count 0|--count must be from 1 to 1000, but is 0.",
                "--count 1001|--count must be from 1 to 1000, but is 1001.",
                "--max 0|--max must be from 1 to 10000, but is 0.",
                "--status --max 5|--max needs --produce, with which it is sent",
                "--times 0|--times must be at least 1",
                "--duration soon|'soon' is not a time such as 90s, 5m or 1h",
                "--status-every 0|--status-every must be at least 1",
                "--loud|Unknown option: '--loud'",
                "more|Unmatched argument at index 0: 'more'",
            })
    void options_that_make_no_sense_are_named_and_end_in_2(String arguments, String message) {
        Result result = Client.run(arguments.split(" "));

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains(message);
        assertThat(dispatcher.calls()).isEmpty();
    }

    @Test
    void help_tells_all_options_and_exit_codes() {
        Result result = Client.run("--help");

        assertThat(result.exitCode()).isZero();
        assertThat(result.out())
                .contains("-u, --uri=<uri>", "-e, --every=<ms>", "-c, --count=<messages>", "-m, --max=<concurrency>")
                .contains("-p, --produce", "-s, --status", "-h, --help", "-V, --version")
                .contains("--json", "--duration=<time>", "--times=<n>", "--status-every=<ms>")
                .contains("Default: http://localhost:8080", "Default: 1000", "Default: 8", "Default: 10000")
                .contains("Exit codes:", "There was no dispatcher at the address");
    }

    @Test
    void version_tells_the_version() {
        assertThat(Client.run("--version").out()).matches("dispatch-client [0-9]+\\.[0-9]+\\.[0-9]+\\S*\n");
    }

    @Test
    void the_duration_ends_it() {
        Result result = Client.run("-u", dispatcher.url() + "/", "-e", "60000", "--duration", "50ms");

        assertThat(result.exitCode()).isZero();
        assertThat(result.lines().stream().filter("===== status ====="::equals))
                .as("the first and the last")
                .hasSizeBetween(1, 2);
        assertThat(dispatcher.calls()).endsWith("GET /api/v1/dispatch/status");
    }

    @Test
    void json_is_one_object_a_line_with_all_that_the_service_said() throws IOException {
        Iterator<Reply> replies = List.of(
                        Reply.accepted(8, 0, 7, "broker gone"), Reply.problem(503, "The queue is full."))
                .iterator();
        dispatcher.onMessages(replies::next);

        Result result = Client.run("-u", dispatcher.url(), "--json", "-e", "1", "--times", "2");

        assertThat(result.err()).isEmpty();
        assertThat(result.exitCode()).isEqualTo(1);
        ObjectMapper json = new ObjectMapper();
        for (String line : result.lines()) {
            assertThat(json.readTree(line).path("at").asString()).matches("\\d{4}-\\d\\d-\\d\\dT.*Z");
        }
        JsonNode started = json.readTree(result.lines().get(0));
        assertThat(started.path("event").asString()).isEqualTo("started");
        assertThat(started.path("concurrency").asInt()).isEqualTo(100);
        assertThat(result.lines())
                .anyMatch(line -> line.contains("\"event\":\"produced\"")
                        && line.contains("\"inflight\":7")
                        && line.contains("\"errors\":[\"broker gone\"]"))
                .anyMatch(line -> line.contains("\"event\":\"failed\"")
                        && line.contains("\"message\":\"503: The queue is full.\"")
                        && line.contains("\"status\":503")
                        && line.contains("\"retryAfterSeconds\":2"));
        assertThat(result.lines().get(result.lines().size() - 1))
                .contains("\"event\":\"status\"", "\"capacity\":10000", "\"draining\":false", "\"sinks\":[]");
    }

    @Test
    void who_closes_the_pipe_ends_it() {
        Writer closedPipe = new Writer() {
            @Override
            public void write(char[] text, int offset, int length) throws IOException {
                throw new IOException("Broken pipe");
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };

        int exitCode = DispatchClient.commandLine()
                .setOut(new PrintWriter(closedPipe))
                .setErr(new PrintWriter(new StringWriter()))
                .execute("-u", dispatcher.url(), "-p", "-e", "1");

        assertThat(exitCode).isZero();
    }
}
