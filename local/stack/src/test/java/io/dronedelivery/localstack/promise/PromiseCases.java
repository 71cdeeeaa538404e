package io.dronedelivery.localstack.promise;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.localstack.Http;
import io.dronedelivery.localstack.Http.Answer;
import io.dronedelivery.localstack.option.Broker;
import io.dronedelivery.localstack.promise.Ledger.Broken;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * What holds on every broker. {@code -Dpromise.kills=20 -Dpromise.rate=30 -Dpromise.seed=4711} make it longer, harder or the same
 * again.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
abstract class PromiseCases {

    private static final int KILLS = Integer.getInteger("promise.kills", 5);
    private static final int ORDERS_PER_SECOND = Integer.getInteger("promise.rate", 15);
    private static final long SEED = Long.getLong("promise.seed", new Random().nextLong(1_000_000));

    /** A call that began so long before is under way for sure. */
    private static final long UNDER_WAY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final int STOPPED_BY_SIGTERM = 143;
    private static final String SERVICE_PATH = "/api/deliveries";
    private static final String GATEWAY_PATH = "/api/v1/deliveries";

    private final Broker broker;
    private final Ledger ledger = new Ledger();
    private House house;
    private Account account;

    PromiseCases(Broker broker) {
        this.broker = broker;
    }

    @BeforeAll
    void start() throws IOException, SQLException, InterruptedException {
        say("seed %d (-Dpromise.seed=%d repeats the order of kills and deliveries)", SEED, SEED);
        house = House.start(broker, Path.of("target", "promise-" + broker.setting()));
        account = new Account(house, ledger);
    }

    @AfterAll
    void stop() throws IOException {
        if (house != null) {
            house.close();
        }
    }

    @Test
    @Order(1)
    void every_accepted_delivery_has_one_line_whoever_is_killed() throws Exception {
        Duration quiet;
        Kills kills;
        try (Load load = load("kills", house.url(Part.GATEWAY) + GATEWAY_PATH)) {
            kills = new Kills(house, load, SEED);
            for (int number = 1; number <= KILLS; number++) {
                say(
                        "%2d of %d: %s; %d accepted, %d lines",
                        number, KILLS, kills.next(), ledger.acceptedCount(), account.lines());
            }
            load.settle();
            quiet = account.settle();
        }
        say(
                "%n  kills     %s%n  orders    %d, %d repeated, %d without answer and key%n  accepted  %d%n  lines     %d%n  quiet     after %.1f s%n",
                kills.perPart(),
                ledger.sentCount(),
                ledger.repeatedCount(),
                ledger.unknown().size(),
                ledger.acceptedCount(),
                account.lines(),
                quiet.toMillis() / 1000.0);
    }

    @Test
    @Order(2)
    void part_that_is_asked_to_stop_ends_what_it_has_begun() throws Exception {
        try (Load load = load("stops", house.url(Part.GATEWAY) + GATEWAY_PATH);
                Load direct = load("direct", house.url(Part.DELIVERY_SERVICE) + SERVICE_PATH)) {
            for (Part part : List.of(Part.DRONE_SERVICE, Part.INVOICE_SERVICE, Part.DELIVERY_SERVICE, Part.GATEWAY)) {
                load.awaitSent(ORDERS_PER_SECOND);
                try {
                    stop(part);
                } finally {
                    startAgain(part);
                }
            }
            house.awaitReady();
            load.settle();
            direct.settle();
            account.settle();
        }
    }

    @Test
    @Order(3)
    void drain_on_request_leaves_nothing_behind_and_loses_nothing() throws Exception {
        try (Load load = load("drains", house.url(Part.GATEWAY) + GATEWAY_PATH)) {
            for (Part part : List.of(Part.DRONE_SERVICE, Part.INVOICE_SERVICE, Part.DELIVERY_SERVICE)) {
                load.awaitSent(ORDERS_PER_SECOND);
                try {
                    drain(part);
                } finally {
                    startAgain(part);
                }
            }
            house.awaitReady();
            load.settle();
            account.settle();
        }
    }

    private void drain(Part part) throws Exception {
        long asked = System.nanoTime();
        Answer drained = Http.call("POST", house.url(part) + "/internal/drain", house.headers());
        say("%s drained in %.1f s", part.label(), (System.nanoTime() - asked) / 1e9);
        assertThat(drained.status()).as(drained.body()).isEqualTo(200);
        assertThat(drained.json().at("/status").asString("")).isEqualTo("drained");
        assertThat(house.broker().leftBy(part))
                .as("what %s left at the broker", part.label())
                .isEmpty();
        assertThat(house.part(part).isAlive()).isTrue();
    }

    private void stop(Part part) throws Exception {
        long asked = System.nanoTime();
        assertThat(house.part(part).terminate()).as(part.label()).isEqualTo(STOPPED_BY_SIGTERM);
        say("%s stopped in order in %.1f s", part.label(), (System.nanoTime() - asked) / 1e9);
        assertThat(brokenOff(part, asked))
                .as("calls that %s broke off", part.label())
                .isEmpty();
        assertThat(house.broker().leftBy(part))
                .as("what %s left at the broker", part.label())
                .isEmpty();
    }

    private void startAgain(Part part) throws Exception {
        if (house.part(part).isAlive()) {
            house.part(part).terminate();
        }
        house.part(part).start();
        if (Form.ASKED_FOR.waitsForEachPart()) {
            house.part(part).awaitReady();
        }
    }

    private List<Broken> brokenOff(Part part, long asked) {
        return ledger.broken().stream()
                .filter(call -> call.url().startsWith(house.url(part) + "/"))
                .filter(call -> call.startedNanos() < asked - UNDER_WAY_NANOS && call.endedNanos() > asked)
                .toList();
    }

    private Load load(String run, String url) {
        return new Load(url, ledger, ORDERS_PER_SECOND, run + "-" + SEED, SEED + run.hashCode(), house.headers());
    }

    private void say(String text, Object... values) {
        System.out.println("promise on " + broker.setting() + ": " + String.format(Locale.ROOT, text, values));
    }
}
