package io.dronedelivery.benchmarks.dispatch;

import io.dronedelivery.benchmarks.cpu.JvmProcess;
import io.dronedelivery.benchmarks.dispatch.RateReport.Line;
import io.dronedelivery.benchmarks.dispatch.RateReport.Round;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Measures how many messages a second the dispatcher sends, beside the bare SDK sender in the same run. */
public final class DispatcherRate {

    private static final String BARE = "bare";
    private static final String BARE_EVENTS = "bare-events";
    private static final String SINGLE = "dispatcher-single";
    private static final String BARE_BATCHES = "bare-batches";
    private static final String DISPATCHER = "dispatcher";
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final RateOptions options;
    private final JvmProcess broker;

    private DispatcherRate(RateOptions options, JvmProcess broker) {
        this.options = options;
        this.broker = broker;
    }

    /** See {@code --help}; ends with 0, with 1 when the run failed or stayed below {@code --limit}, with 2 for bad options. */
    public static void main(String[] args) {
        System.exit(exitCode(args));
    }

    private static int exitCode(String... args) {
        try {
            RateOptions options = RateOptions.parse(args);
            if (options.help()) {
                System.out.println(RateOptions.HELP);
                return 0;
            }
            RateReport report = run(options);
            boolean slow = report.lines().stream()
                    .filter(line -> line.name().equals(SINGLE))
                    .anyMatch(line -> report.percentOfReference(line)
                            < options.limitPercent().orElse(0));
            if (slow) {
                System.err.println("The dispatcher is below the limit");
            }
            return slow ? 1 : 0;
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            return 2;
        } catch (IOException e) {
            System.err.println("The run failed: " + e.getMessage());
            return 1;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 1;
        }
    }

    /**
     * Starts everything, measures, writes the results and stops everything.
     *
     * @throws IOException when the broker does not start or stay
     */
    static RateReport run(RateOptions options) throws IOException, InterruptedException {
        Files.createDirectories(options.output());
        try (JvmProcess broker = JvmProcess.start(
                "broker",
                BrokerProcess.class.getName(),
                List.of(),
                List.of("-Xms256m", "-Xmx256m"),
                options.output())) {
            RateReport report = new DispatcherRate(options, broker).measure();
            report.write(options.output());
            System.out.printf(
                    "%n%s%nWritten to %s%n", report.markdown(), options.output().toAbsolutePath());
            return report;
        }
    }

    private RateReport measure() throws IOException {
        Map<String, String> setting = setting();
        List<Sender> senders = new ArrayList<>();
        try {
            startAll(senders);
            for (Sender sender : senders) {
                progress("%s: warm-up", sender.title());
                load(sender, options.warmUp());
            }
            Map<Sender, List<Round>> rounds = new LinkedHashMap<>();
            for (int round = 1; round <= options.rounds(); round++) {
                for (Sender sender : senders) {
                    Round result = load(sender, options.roundTime());
                    rounds.computeIfAbsent(sender, s -> new ArrayList<>()).add(result);
                    progress(
                            "round %d of %d, %s: %,.0f messages/s",
                            round, options.rounds(), sender.title(), result.messagesPerSecond());
                }
            }
            return new RateReport(
                    setting,
                    rounds.entrySet().stream()
                            .map(entry -> line(entry.getKey(), entry.getValue()))
                            .toList());
        } finally {
            senders.forEach(Sender::close);
        }
    }

    private void startAll(List<Sender> senders) {
        Load load = new Load(options.size());
        int port = broker.port();
        // The applications first: they set up logging.
        senders.add(DispatcherSender.single(SINGLE, load, options, port));
        senders.add(DispatcherSender.asItComes(DISPATCHER, load, options, port));
        senders.add(0, BareSender.single(BARE, load, options, port));
        senders.add(1, BareSender.singleEvents(BARE_EVENTS, load, options, port));
        senders.add(3, BareSender.batches(BARE_BATCHES, load, options, port));
    }

    private static Line line(Sender sender, List<Round> rounds) {
        boolean single = List.of(BARE, BARE_EVENTS, SINGLE).contains(sender.name());
        return new Line(sender.name(), sender.title(), single ? BARE : BARE_BATCHES, rounds);
    }

    /** Keeps a sender busy for so long; a send that fails ends the run. */
    private Round load(Sender sender, Duration time) throws IOException {
        AtomicBoolean over = new AtomicBoolean();
        LongAdder confirmed = new LongAdder();
        Duration brokerCpu = broker.cpuTime();
        long cpu = cpuNanos();
        long start = System.nanoTime();
        Mono.delay(time).subscribe(tick -> over.set(true));
        Flux.<Long, Long>generate(() -> 0L, (number, sink) -> {
                    if (over.get()) {
                        sink.complete();
                    } else {
                        sink.next(number);
                    }
                    return number + 1;
                })
                .flatMap(
                        number -> sender.send(number).doOnSuccess(done -> confirmed.add(sender.messagesPerCall())),
                        sender.calls())
                .then()
                .block(time.plus(PATIENCE));
        return new Round(
                confirmed.sum(),
                System.nanoTime() - start,
                cpuNanos() - cpu,
                broker.cpuTime().minus(brokerCpu).toNanos());
    }

    private static long cpuNanos() throws IOException {
        return ProcessHandle.current()
                .info()
                .totalCpuDuration()
                .orElseThrow(() -> new IOException("This system does not tell the CPU time of a process"))
                .toNanos();
    }

    private Map<String, String> setting() {
        double busy = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
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
        setting.put("processors", "" + Runtime.getRuntime().availableProcessors());
        setting.put("load average before the start", busy < 0 ? "unknown" : String.format(Locale.ROOT, "%.2f", busy));
        setting.put("Java", System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
        if (!options.publisherSettings().isEmpty()) {
            setting.put("further settings of the publisher", String.join(" ", options.publisherSettings()));
        }
        return setting;
    }

    private static void progress(String format, Object... values) {
        System.out.printf(Locale.ROOT, format + "%n", values);
    }
}
