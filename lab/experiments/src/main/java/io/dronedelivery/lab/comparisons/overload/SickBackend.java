package io.dronedelivery.lab.comparisons.overload;

import static io.dronedelivery.lab.comparisons.command.Command.say;

import io.dronedelivery.lab.comparisons.command.Command;
import io.dronedelivery.lab.comparisons.peers.AilingBackend;
import io.dronedelivery.lab.comparisons.peers.Ailment;
import io.dronedelivery.lab.kit.load.AnswerCounts;
import io.dronedelivery.lab.kit.load.AnswerCounts.Phase;
import io.dronedelivery.lab.kit.load.LoadCallers;
import io.dronedelivery.lab.kit.load.LoadTarget;
import io.dronedelivery.lab.kit.process.Children;
import io.dronedelivery.lab.kit.process.Jvm;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Measures what a sick backend takes from the callers of a gateway who do not need it, and how late those who need it are answered. The same
 * questions for a backend that is well say what they cost the others where all of it shares a machine.
 */
public final class SickBackend {

    /** Numbers of owners. */
    private static final int OWNERS = 50;

    /** Short phases on a busy machine may end before the first answer. */
    private static final int WARM_UPS = 5;

    /** Before the first round each ailment is present for an eighth of a phase, so that the JVM has compiled its code. */
    private static final int REHEARSED = 8;

    /** After a phase, beyond the deadline of what is still asked then. */
    private static final Duration AFTERMATH = Duration.ofMillis(500);

    /** What an aggregate has beside the part at the sick backend, at the backend that everybody asks. */
    private static final String BESIDE = "/api/invoices/o-1/2026/11";

    private SickBackend() {}

    /** See {@code --help}; ends with 0, with 1 when the run failed or was beyond {@code --limit}, with 2 for bad options. */
    public static void main(String[] args) {
        System.exit(Command.exitCode(SickOptions.HELP, SickOptions::parse, SickBackend::run, args));
    }

    static boolean run(SickOptions options) throws IOException, InterruptedException {
        Files.createDirectories(options.output());
        try (Children children = new Children()) {
            Jvm ailing = children.server(
                    "ailing-backend", AilingBackend.class, List.of(), List.of("-Xmx256m"), options.output());
            GatewayUnderTest gateway = GatewayUnderTest.start(
                    children, null, options.output(), settings(ailing.port(), options.deadline()));
            return rounds(gateway.url(GatewayUnderTest.MONTH), options).tell();
        }
    }

    /**
     * For the gateway: a backend and two aggregations for each ailment, since what the gateway has learned of one backend must not be known of
     * the next.
     *
     * @param port of an {@link AilingBackend}
     */
    static List<String> settings(int port, Duration deadline) {
        List<String> settings = new ArrayList<>();
        for (Ailment ailment : Ailment.values()) {
            settings.add("--gateway.backends." + ailment.label() + ".base-url=http://127.0.0.1:" + port);
            for (boolean required : new boolean[] {true, false}) {
                String aggregation = "--gateway.aggregations." + ailment.label() + (required ? "-needed." : "-wanted.");
                settings.add(aggregation + "path=" + path(ailment, required));
                settings.add(aggregation + "access=public");
                settings.add(aggregation + "deadline=" + deadline.toMillis() + "ms");
                settings.add(aggregation + "parts.beside.backend=invoice");
                settings.add(aggregation + "parts.beside.path=" + BESIDE);
                settings.add(aggregation + "parts.beside.timeout=" + deadline.toMillis() + "ms");
                settings.add(aggregation + "parts.it.backend=" + ailment.label());
                settings.add(aggregation + "parts.it.path=" + ailment.path());
                settings.add(aggregation + "parts.it.timeout=" + deadline.toMillis() + "ms");
                settings.add(aggregation + "parts.it.required=" + required);
            }
        }
        return settings;
    }

    /** Where the gateway has the aggregate with a part at the backend with that ailment. */
    static String path(Ailment ailment, boolean required) {
        return "/sick" + ailment.path() + (required ? "/needed" : "/wanted");
    }

    /** @param url of what is asked by those who do not need the sick backend, see {@link LoadTarget} */
    static SickReport rounds(String url, SickOptions options) throws IOException, InterruptedException {
        Questions questions = new Questions(url, options);
        for (int tries = 1; questions.warmUp().goodPerSecond() == 0; tries++) {
            if (tries == WARM_UPS) {
                throw new IOException("There was no good answer; is the gateway at " + url + " running?");
            }
        }
        List<Ailment> all = Stream.concat(Stream.of(Ailment.NONE), options.ailments().stream())
                .toList();
        SickReport report = new SickReport(url, options);
        for (Ailment ailment : all) {
            questions.ask("rehearsal", ailment, options.seconds() / REHEARSED, new SickReport(url, options));
        }
        for (int round = 1; round <= options.rounds(); round++) {
            questions.ask("alone", null, options.seconds(), report);
            for (Ailment ailment : all) {
                questions.ask("beside one that " + ailment.text(), ailment, options.seconds(), report);
            }
        }
        return report;
    }

    /** What is asked of the gateway, and by how many. */
    private record Questions(String url, SickOptions options) {

        private LoadTarget healthy() {
            return new LoadTarget(url, OWNERS);
        }

        private LoadTarget sick(Ailment ailment, boolean required) {
            LoadTarget gateway = healthy();
            return new LoadTarget("http://" + gateway.host() + ":" + gateway.port() + path(ailment, required), 1);
        }

        /** As many questions as are answered: those that are measured are too few to have much compiled. */
        Phase warmUp() throws InterruptedException {
            AnswerCounts answers = answers(options.seconds());
            LoadCallers callers = LoadCallers.inAClosedLoop(healthy(), true, answers);
            return told(answers.phase("warm-up", callers, options.callers()));
        }

        /** @param ailment of the backend that others need meanwhile, null when there are no others */
        void ask(String name, @Nullable Ailment ailment, int seconds, SickReport report) throws InterruptedException {
            if (seconds == 0) {
                return;
            }
            AnswerCounts healthy = answers(seconds);
            AnswerCounts needed = answers(seconds);
            AnswerCounts wanted = answers(seconds);
            List<LoadCallers> others = new ArrayList<>();
            try (LoadCallers callers = LoadCallers.atIntervals(healthy(), options.interval(), healthy)) {
                if (ailment != null) {
                    others.add(LoadCallers.atIntervals(sick(ailment, true), options.sickInterval(), needed));
                    others.add(LoadCallers.atIntervals(sick(ailment, false), options.sickInterval(), wanted));
                }
                others.forEach(other -> other.open(options.sickCallers()));
                callers.open(options.callers());
                Thread.sleep(seconds * 1000L);
                report.add(ailment, told(healthy.phase(name, options.callers())));
                if (ailment != null) {
                    report.needed(ailment, told(needed.phase("  who need it", options.sickCallers())));
                    report.wanted(ailment, told(wanted.phase("  who get the rest", options.sickCallers())));
                }
            } finally {
                others.forEach(LoadCallers::close);
            }
            Thread.sleep(options.deadline().plus(AFTERMATH).toMillis());
        }

        private static AnswerCounts answers(int seconds) {
            return new AnswerCounts(60_000, seconds);
        }

        private static Phase told(Phase phase) {
            say(
                    "%s: %,.0f answers a second, p50 %.1f ms, p99 %.1f ms, %,.0f refused, %d others, latest %.0f ms",
                    phase.name(),
                    phase.goodPerSecond(),
                    phase.goodP50Millis(),
                    phase.goodP99Millis(),
                    phase.refusedPerSecond(),
                    phase.other(),
                    phase.latestMillis());
            return phase;
        }
    }
}
