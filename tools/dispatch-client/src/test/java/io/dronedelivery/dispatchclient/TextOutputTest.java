package io.dronedelivery.dispatchclient;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.dispatchclient.Client.Result;
import io.dronedelivery.dispatchclient.TestDispatcher.Reply;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The lines of the published original, letter by letter. */
class TextOutputTest {

    /** The figures that were published for pooled connections. */
    private static final String PUBLISHED = """
            {"queued":0,"inflight":3,"errors":0,"concurrency":100,"capacity":10000,"draining":false,"latency":[
            {"percent":100,"count":3045,"averageMs":97,"minMs":17,"maxMs":799},
            {"percent":99.99,"count":3044,"averageMs":97,"minMs":17,"maxMs":741},
            {"percent":99.9,"count":3041,"averageMs":97,"minMs":17,"maxMs":537},
            {"percent":99,"count":3014,"averageMs":94,"minMs":17,"maxMs":338},
            {"percent":95,"count":2892,"averageMs":89,"minMs":17,"maxMs":166},
            {"percent":90,"count":2740,"averageMs":85,"minMs":17,"maxMs":145}],
            "sinks":[{"name":"servicebus","inflight":3,"written":3045,"errors":0}],"lastErrors":[]}""";

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
    void the_status_reads_as_published() {
        dispatcher.onStatus(() -> Reply.ok(PUBLISHED));

        Result result = Client.run("-u", dispatcher.url(), "--status", "--times", "1");

        assertThat(result.out()).isEqualTo("""
                        Service URI will be: %s.
                        Status will be shown every 10 seconds.
                        ===== status =====
                        queued: 0
                        inflight: 3
                        errors: 0
                        concurrency: 100
                        100.000%%: 3045 written, 97 ms avg latency (17 - 799)
                         99.990%%: 3044 written, 97 ms avg latency (17 - 741)
                         99.900%%: 3041 written, 97 ms avg latency (17 - 537)
                         99.000%%: 3014 written, 94 ms avg latency (17 - 338)
                         95.000%%: 2892 written, 89 ms avg latency (17 - 166)
                         90.000%%: 2740 written, 85 ms avg latency (17 - 145)
                        """.formatted(dispatcher.url()));
        assertThat(result.err()).isEmpty();
        assertThat(result.exitCode()).isZero();
    }

    @Test
    void without_a_message_there_is_no_latency() {
        dispatcher.onStatus(() -> Reply.ok("{\"queued\":0,\"inflight\":0,\"errors\":0,\"concurrency\":40,\"latency\":["
                + "{\"percent\":100,\"count\":0,\"averageMs\":null,\"minMs\":null,\"maxMs\":null},"
                + "{\"percent\":99.99,\"count\":0}]}"));

        Result result = Client.run("-u", dispatcher.url(), "-s", "--times", "1");

        assertThat(result.lines()).endsWith("concurrency: 40", "100.000%: 0 written", " 99.990%: 0 written");
    }

    @Test
    void productions_read_as_published() {
        Iterator<Reply> replies = List.of(Reply.accepted(8, 0, 0), Reply.accepted(8, 0, 7), Reply.accepted(8, 550, 100))
                .iterator();
        dispatcher.onMessages(replies::next);

        Result result = Client.run("-u", dispatcher.url(), "--produce", "--every", "1", "--times", "3");

        assertThat(result.out()).isEqualTo("""
                        Service URI will be: %s.
                        Produce 8 messages every 1ms with 100 concurrency.
                        adding 8 to queue of 0 with 0 inflight...
                        adding 8 to queue of 0 with 7 inflight...
                        adding 8 to queue of 550 with 100 inflight...
                        """.formatted(dispatcher.url()));
        assertThat(result.exitCode()).isZero();
        assertThat(dispatcher.calls())
                .containsExactly(
                        "GET /api/v1/dispatch/status",
                        "POST /api/v1/dispatch/messages?count=8",
                        "POST /api/v1/dispatch/messages?count=8",
                        "POST /api/v1/dispatch/messages?count=8");
    }

    @Test
    void neither_produce_nor_status_means_both() {
        for (String[] flags : new String[][] {{}, {"-p", "-s"}}) {
            String[] arguments = {"-u", dispatcher.url(), "-e", "1", "--times", "2"};
            String[] all = new String[arguments.length + flags.length];
            System.arraycopy(arguments, 0, all, 0, arguments.length);
            System.arraycopy(flags, 0, all, arguments.length, flags.length);

            Result result = Client.run(all);

            assertThat(result.lines())
                    .startsWith(
                            "Service URI will be: " + dispatcher.url() + ".",
                            "Produce 8 messages every 1ms with 100 concurrency.",
                            "Status will be shown every 10 seconds.")
                    .contains("adding 8 to queue of 0 with 0 inflight...")
                    .endsWith("===== status =====", "queued: 0", "inflight: 0", "errors: 0", "concurrency: 100");
        }
    }

    @Test
    void a_short_rhythm_of_statuses_is_told_exactly() {
        Result result = Client.run("-u", dispatcher.url(), "-s", "--status-every", "1", "--times", "3");

        assertThat(result.lines()).contains("Status will be shown every 0.001 seconds.");
        assertThat(result.lines().stream().filter("===== status ====="::equals)).hasSize(3);
    }
}
