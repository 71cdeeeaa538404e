package io.dronedelivery.house;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.localstack.Http.Answer;
import io.dronedelivery.localstack.StackProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Applications in processes of their own: some are killed, and the launcher is. Two instances of every service are killed in lab/promise;
 * here it is about the launcher, which has services in processes beside one in its own.
 */
@Tag("whole")
class SeveralProcessesIT {

    /** Generous: other builds may share the machine. */
    private static final Duration TIMEOUT = Duration.ofMinutes(8);

    private static final Pattern STARTED = Pattern.compile("(\\S+) +process (\\d+) started in");
    private static final String A_DELIVERY = """
        {"ownerId":"two-of-each","pickup":{"latitude":47.64,"longitude":-122.13},"dropoff":{"latitude":47.61,"longitude":-122.2},\
        "packages":[{"size":"small","weightKg":1.25}],"expedited":false}\
        """;

    private static final List<String> VICTIMS = List.of("delivery-service-1", "invoice-service-2");

    /** On a busy machine nothing fails because it is slow: what fails here fails because of a kill. */
    private static final List<String> PATIENT = List.of(
            "--gateway.defaults.deadline=60s",
            "--gateway.defaults.part-timeout=50s",
            "--gateway.backends.delivery.bulkhead.adaptive=false",
            "--gateway.backends.drone.bulkhead.adaptive=false",
            "--gateway.backends.invoice.bulkhead.adaptive=false",
            "--security.keys.timeout=50s",
            "--cosmos.operation-timeout=50s",
            "--invoice.database.statement-timeout=50s",
            "--spring.r2dbc.pool.max-acquire-time=50s",
            "--spring.r2dbc.pool.max-create-connection-time=50s");

    @TempDir
    private Path temporary;

    @Test
    void killed_instance_of_two_fails_no_read_and_every_delivery_is_billed_once() throws Exception {
        List<String> options = new ArrayList<>(PATIENT);
        options.add("--local.processes=delivery-service:2,invoice-service:2");
        options.add("--local.sample.deliveries=600");
        options.add("--local.sample.owners=5");
        options.add("--local.insights=off");
        options.add("--local.auth=on");
        try (StackProcess stack =
                StackProcess.start(temporary, options.toArray(String[]::new)).awaitReady()) {
            stack.assertStartedWithoutWarning();
            String gateway = stack.url("gateway");
            TokenClient operator = TokenClient.ofOperator(stack);
            TokenClient owner = TokenClient.ofOwner(stack, "two-of-each");
            InvoiceMonths months = new InvoiceMonths(owner, gateway, "two-of-each");
            List<String> failures = new CopyOnWriteArrayList<>();
            Set<String> accepted = new HashSet<>();
            ScheduledExecutorService users = Executors.newScheduledThreadPool(4);
            try {
                List<ScheduledFuture<?>> all = new ArrayList<>();
                for (String url : stack.urlsToTry()) {
                    all.add(users.scheduleWithFixedDelay(() -> read(operator, url, failures), 0, 100, MILLISECONDS));
                }
                all.add(users.scheduleWithFixedDelay(
                        () -> ask(owner, gateway, accepted, failures), 0, 200, MILLISECONDS));
                for (String victim : VICTIMS) {
                    kill(stack, victim);
                    stack.awaitLine(victim, "ended by itself with exit code 137");
                }
                for (String victim : VICTIMS) {
                    stack.awaitLine(victim, "is back after");
                }
                users.shutdown();
                assertThat(users.awaitTermination(TIMEOUT.toSeconds(), SECONDS)).isTrue();
                assertThat(all)
                        .as("none has ended by an exception before it was told to")
                        .allMatch(ScheduledFuture::isCancelled);
            } finally {
                users.shutdownNow();
            }
            assertThat(failures).isEmpty();
            int deliveries = accepted.size();
            assertThat(deliveries).isPositive();
            Awaitility.await("the invoice lines of " + deliveries + " deliveries")
                    .atMost(TIMEOUT)
                    .untilAsserted(() -> assertThat(months.lines()).isEqualTo(deliveries));
            assertThat(stack.stop()).isEqualTo(143);
            assertThat(stack.text())
                    .containsPattern("(?s)gateway +stopped.*-service-1 +stopped.*PostgreSQL +stopped")
                    .doesNotContain("broke off");
            assertThat(applications(stack)).isEmpty();
            stack.assertNothingIsLeftBehind();
        }
    }

    @Test
    void applications_end_with_a_launcher_that_is_killed() throws Exception {
        try (StackProcess stack =
                StackProcess.startPacked(temporary, "--local.processes=1", "--local.sample.deliveries=600")) {
            Awaitility.await("an application")
                    .atMost(TIMEOUT)
                    .until(() -> !applications(stack).isEmpty());
            List<ProcessHandle> applications = applications(stack);

            stack.kill();

            applications.forEach(application -> assertThat(application.onExit())
                    .as("process %d", application.pid())
                    .succeedsWithin(TIMEOUT));
        }
    }

    private static void read(TokenClient client, String url, List<String> failures) {
        try {
            Answer answer = client.get(url);
            if (answer.status() != 200 || answer.body().contains("\"unavailable\":[")) {
                failures.add(url + ": " + answer.status() + " " + answer.body());
            }
        } catch (IOException noAnswer) {
            failures.add(url + ": " + noAnswer);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }

    /** Asks for a delivery. What the killed instance may have taken is asked for again with the same key. */
    private static void ask(TokenClient client, String gateway, Set<String> accepted, List<String> failures) {
        try {
            String key = "several-" + accepted.size();
            Answer answer = client.post(gateway + "/api/v1/deliveries", A_DELIVERY, "Idempotency-Key", key);
            if (answer.status() == 202) {
                accepted.add(answer.json().at("/deliveryId").asString(""));
            } else if (answer.status() < 500) {
                failures.add(key + ": " + answer.status() + " " + answer.body());
            }
        } catch (IOException noAnswer) {
            failures.add("POST: " + noAnswer);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }

    private static void kill(StackProcess stack, String instance) {
        Matcher row = Pattern.compile("(?m)^ +" + instance + " +http\\S+ +\\(process (\\d+)\\)")
                .matcher(stack.text());
        assertThat(row.find()).as(stack::text).isTrue();
        ProcessHandle.of(Long.parseLong(row.group(1))).orElseThrow().destroyForcibly();
    }

    /** The processes of applications that run. */
    private static List<ProcessHandle> applications(StackProcess stack) {
        return STARTED.matcher(stack.text())
                .results()
                .flatMap(started -> ProcessHandle.of(Long.parseLong(started.group(2))).stream())
                .toList();
    }
}
