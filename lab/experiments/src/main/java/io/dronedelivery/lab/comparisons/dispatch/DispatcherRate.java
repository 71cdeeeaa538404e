package io.dronedelivery.lab.comparisons.dispatch;

import static io.dronedelivery.lab.comparisons.command.Command.say;

import io.dronedelivery.lab.comparisons.command.Command;
import io.dronedelivery.lab.comparisons.command.ComparisonReport;
import io.dronedelivery.lab.comparisons.dispatch.RateReport.RateLine;
import io.dronedelivery.lab.comparisons.dispatch.RateReport.RateRound;
import io.dronedelivery.lab.comparisons.peers.BrokerProcess;
import io.dronedelivery.lab.kit.process.Children;
import io.dronedelivery.lab.kit.process.Jvm;
import io.dronedelivery.lab.kit.report.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Measures how many messages a second the dispatcher sends, beside the bare SDK sender in the same run. */
public final class DispatcherRate {

    private static final String BARE = "bare";
    private static final String BARE_EVENTS = "bare-events";
    private static final String SINGLE = "dispatcher-single";
    private static final String BARE_BATCHES = "bare-batches";
    private static final String BARE_BATCHES_OF_EVENTS = "bare-batches-events";
    private static final String DISPATCHER = "dispatcher";

    static final List<String> SENDERS =
            List.of(BARE, BARE_EVENTS, SINGLE, BARE_BATCHES, BARE_BATCHES_OF_EVENTS, DISPATCHER);

    /** What each is compared with: who sends events has to write all of them. */
    private static final Map<String, String> REFERENCES = Map.of(
            BARE, BARE_EVENTS,
            SINGLE, BARE_EVENTS,
            BARE_BATCHES, BARE_BATCHES_OF_EVENTS,
            DISPATCHER, BARE_BATCHES_OF_EVENTS);

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final RateOptions options;
    private final Jvm broker;

    private DispatcherRate(RateOptions options, Jvm broker) {
        this.options = options;
        this.broker = broker;
    }

    /** See {@code --help}; ends with 0, with 1 when the run failed or stayed below {@code --limit}, with 2 for bad options. */
    public static void main(String[] args) {
        System.exit(Command.exitCode(
                RateOptions.HELP, RateOptions::parse, options -> withinLimit(run(options), options), args));
    }

    private static boolean withinLimit(RateReport report, RateOptions options) {
        return report.lines().stream()
                .filter(line -> line.name().equals(SINGLE) || line.name().equals(DISPATCHER))
                .allMatch(line -> report.percentOfReference(line).orElse(100)
                        >= options.limitPercent().orElse(0));
    }

    /**
     * Starts everything, measures, writes the results and stops everything.
     *
     * @throws IOException when the broker does not start or stay
     */
    static RateReport run(RateOptions options) throws IOException, InterruptedException {
        Files.createDirectories(options.output());
        try (Children children = new Children()) {
            Jvm broker = BrokerProcess.start(children, BrokerProcess.ServerKind.SERVICEBUS, "256m", options.output());
            return new DispatcherRate(options, broker).measure();
        }
    }

    private RateReport measure() throws IOException {
        ComparisonReport about = about();
        BrokerProcess.quietLog();
        List<Sender> senders = start();
        try {
            for (Sender sender : senders) {
                say("%s: warm-up", sender.title);
                load(sender, options.warmUp());
            }
            Map<Sender, List<RateRound>> rounds = new LinkedHashMap<>();
            for (int round = 1; round <= options.rounds(); round++) {
                for (Sender sender : senders) {
                    RateRound result = load(sender, options.roundTime());
                    rounds.computeIfAbsent(sender, s -> new ArrayList<>()).add(result);
                    say(
                            "round %d of %d, %s: %,.0f messages/s",
                            round, options.rounds(), sender.title, result.messagesPerSecond());
                }
            }
            RateReport report = new RateReport(rounds.entrySet().stream()
                    .map(entry -> line(entry.getKey(), entry.getValue()))
                    .toList());
            report.tell(about, options.output());
            return report;
        } finally {
            senders.forEach(Sender::close);
        }
    }

    private List<Sender> start() {
        EventLoad load = new EventLoad(options.size());
        List<Sender> senders = new ArrayList<>();
        try {
            SENDERS.stream().filter(options.senders()::contains).forEach(name -> senders.add(sender(name, load)));
            return senders;
        } catch (RuntimeException e) {
            senders.forEach(Sender::close);
            throw e;
        }
    }

    private Sender sender(String name, EventLoad load) {
        int port = broker.port();
        int batch = options.batch();
        String title = "dispatcher as it comes, up to " + batch + " messages in a transfer";
        return switch (name) {
            case BARE -> new BareSender(name, 1, false, load, options, port);
            case BARE_EVENTS -> new BareSender(name, 1, true, load, options, port);
            case SINGLE ->
                new DispatcherSender(name, "dispatcher, single sends", options.inFlight(), 1, load, options, port);
            case BARE_BATCHES -> new BareSender(name, batch, false, load, options, port);
            case BARE_BATCHES_OF_EVENTS -> new BareSender(name, batch, true, load, options, port);
            default -> new DispatcherSender(name, title, options.batches() * batch, batch, load, options, port);
        };
    }

    /** Keeps a sender busy for this time; a send that fails ends the run. */
    private RateRound load(Sender sender, Duration time) throws IOException {
        AtomicBoolean over = new AtomicBoolean();
        LongAdder confirmed = new LongAdder();
        Duration brokerCpu = broker.cpuTime();
        Duration cpu = Machine.cpuTime();
        long start = System.nanoTime();
        Mono.delay(time).subscribe(tick -> over.set(true));
        Flux.range(0, sender.calls)
                .flatMap(caller -> calls(sender, caller, over::get, confirmed), sender.calls)
                .then()
                .block(time.plus(PATIENCE));
        return new RateRound(
                confirmed.sum(),
                System.nanoTime() - start,
                Machine.cpuTime().minus(cpu).toNanos(),
                broker.cpuTime().minus(brokerCpu).toNanos());
    }

    /** One caller, who calls again as soon as the last call is answered: as little work around the senders as there can be. */
    private static Flux<Void> calls(Sender sender, int caller, BooleanSupplier over, LongAdder confirmed) {
        AtomicLong number = new AtomicLong(caller);
        return Mono.defer(() -> sender.send(number.getAndAdd(sender.calls))).repeat(() -> {
            confirmed.add(sender.messagesPerCall);
            return !over.getAsBoolean();
        });
    }

    private static RateLine line(Sender sender, List<RateRound> rounds) {
        return new RateLine(sender.name, sender.title, REFERENCES.getOrDefault(sender.name, sender.name), rounds);
    }

    private ComparisonReport about() {
        return new ComparisonReport("Dispatcher beside the bare SDK sender")
                .setting("message", options.size() + " bytes of data")
                .setting(
                        "in flight",
                        options.inFlight() + " single sends; " + options.batches() + " transfers of " + options.batch()
                                + "; on " + options.connections() + " connection"
                                + (options.connections() == 1 ? "" : "s"))
                .setting("broker", "LocalServiceBus in a JVM of its own, a topic without subscriptions")
                .setting(
                        "rounds",
                        options.rounds() + " of " + options.roundTime().toSeconds()
                                + " s for each sender in turns, after "
                                + options.warmUp().toSeconds() + " s of warm-up")
                .furtherSettings("publisher", options.publisherSettings());
    }
}
