package io.dronedelivery.lab.comparisons.dispatch;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.dronedelivery.lab.comparisons.command.Command;
import io.dronedelivery.lab.comparisons.dispatch.RateReport.RateLine;
import io.dronedelivery.lab.comparisons.dispatch.RateReport.RateRound;
import io.dronedelivery.lab.kit.process.Jvm;
import io.dronedelivery.lab.kit.process.JvmFlags;
import io.dronedelivery.lab.kit.process.JvmProgram;
import io.dronedelivery.lab.kit.report.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.slf4j.LoggerFactory;
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
        try (Jvm broker = Jvm.server(
                "broker",
                JvmProgram.ofClass(BrokerProcess.class.getName(), List.of()),
                JvmFlags.withHeap("256m"),
                options.output())) {
            RateReport report = new DispatcherRate(options, broker).measure();
            report.tell(options.output());
            return report;
        }
    }

    private RateReport measure() throws IOException {
        Map<String, String> setting = setting();
        quietLogs();
        List<Sender> senders = start();
        try {
            for (Sender sender : senders) {
                progress("%s: warm-up", sender.title());
                load(sender, options.warmUp());
            }
            Map<Sender, List<RateRound>> rounds = new LinkedHashMap<>();
            for (int round = 1; round <= options.rounds(); round++) {
                for (Sender sender : senders) {
                    RateRound result = load(sender, options.roundTime());
                    rounds.computeIfAbsent(sender, s -> new ArrayList<>()).add(result);
                    progress(
                            "round %d of %d, %s: %,.0f messages/s",
                            round, options.rounds(), sender.title(), result.messagesPerSecond());
                }
            }
            return new RateReport(
                    setting,
                    rounds.entrySet().stream()
                            .map(entry -> new RateLine(
                                    entry.getKey().name(),
                                    entry.getKey().title(),
                                    REFERENCES.getOrDefault(
                                            entry.getKey().name(),
                                            entry.getKey().name()),
                                    entry.getValue()))
                            .toList());
        } finally {
            senders.forEach(Sender::close);
        }
    }

    private List<Sender> start() {
        EventLoad load = new EventLoad(options.size());
        int port = broker.port();
        Map<String, Function<String, Sender>> all = new LinkedHashMap<>();
        all.put(BARE, name -> BareSender.single(name, load, options, port));
        all.put(BARE_EVENTS, name -> BareSender.singleEvents(name, load, options, port));
        all.put(SINGLE, name -> DispatcherSender.single(name, load, options, port));
        all.put(BARE_BATCHES, name -> BareSender.batches(name, load, options, port));
        all.put(BARE_BATCHES_OF_EVENTS, name -> BareSender.batchesOfEvents(name, load, options, port));
        all.put(DISPATCHER, name -> DispatcherSender.asItComes(name, load, options, port));
        List<Sender> senders = new ArrayList<>();
        try {
            all.forEach((name, sender) -> {
                if (options.senders().isEmpty() || options.senders().contains(name)) {
                    senders.add(sender.apply(name));
                }
            });
            return senders;
        } catch (RuntimeException e) {
            senders.forEach(Sender::close);
            throw e;
        }
    }

    private static void quietLogs() {
        ((Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME)).setLevel(Level.WARN);
    }

    /** Keeps a sender busy for this time; a send that fails ends the run. */
    private RateRound load(Sender sender, Duration time) throws IOException {
        AtomicBoolean over = new AtomicBoolean();
        LongAdder confirmed = new LongAdder();
        Duration brokerCpu = broker.cpuTime();
        Duration cpu = Machine.cpuTime();
        long start = System.nanoTime();
        Mono.delay(time).subscribe(tick -> over.set(true));
        Flux.range(0, sender.calls())
                .flatMap(caller -> calls(sender, caller, over::get, confirmed), sender.calls())
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
        return Mono.defer(() -> sender.send(number.getAndAdd(sender.calls()))).repeat(() -> {
            confirmed.add(sender.messagesPerCall());
            return !over.getAsBoolean();
        });
    }

    private Map<String, String> setting() {
        Map<String, String> setting = new LinkedHashMap<>();
        setting.put("message", options.size() + " bytes of data");
        setting.put(
                "in flight",
                options.inFlight() + " single sends; " + options.batches() + " transfers of " + options.batch()
                        + "; on " + options.connections() + " connection" + (options.connections() == 1 ? "" : "s"));
        setting.put("broker", "LocalServiceBus in a JVM of its own, a topic without subscriptions");
        setting.put(
                "rounds",
                options.rounds() + " of " + options.roundTime().toSeconds() + " s for each sender in turns, after "
                        + options.warmUp().toSeconds() + " s of warm-up");
        setting.putAll(Machine.describe());
        if (!options.publisherSettings().isEmpty()) {
            setting.put("further settings of the publisher", String.join(" ", options.publisherSettings()));
        }
        return setting;
    }

    private static void progress(String format, Object... values) {
        System.out.printf(Locale.ROOT, format + "%n", values);
    }
}
