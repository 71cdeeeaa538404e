package io.dronedelivery.lab.comparisons.cpu;

import io.dronedelivery.lab.comparisons.cpu.LoadGenerator.CpuTarget;
import io.dronedelivery.lab.comparisons.cpu.LoadGenerator.Load;
import io.dronedelivery.lab.comparisons.peers.StaticBackend;
import io.dronedelivery.lab.kit.process.Children;
import io.dronedelivery.lab.kit.process.Jvm;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** An aggregator that runs, and its rounds so far. */
final class Aggregator {

    private static final int COLD_REQUESTS = 1000;
    private static final Duration CHECKED_TIME = Duration.ofSeconds(1);
    private static final Duration WARM_UP_SLICE = Duration.ofSeconds(5);
    /** A slice that improves by less than this counts as no improvement. */
    private static final double GAIN = 0.02;
    /** Share of the CPU time that the compilers may still use at the end of the warm-up, for methods that are compiled late. */
    private static final double COMPILERS_AT_REST = 0.02;

    private final Peer peer;
    private final Jvm process;
    private final CpuTarget target;
    private final byte[] body;
    private final ColdStart coldStart;
    private final List<CpuRound> rounds = new ArrayList<>();

    private Aggregator(Peer peer, Jvm process) throws IOException, InterruptedException {
        this.peer = peer;
        this.process = process;
        this.target =
                new CpuTarget(URI.create("http://127.0.0.1:" + process.port() + peer.path()), peer.authorization());
        this.body = Answer.fetch(target, peer.parts());
        this.coldStart = measureColdStart();
    }

    private ColdStart measureColdStart() throws IOException, InterruptedException {
        Duration first = process.cpuTime();
        for (int request = 0; request < COLD_REQUESTS; request++) {
            Answer.fetch(target, peer.parts());
        }
        return new ColdStart(first, process.cpuTime().minus(first).dividedBy(COLD_REQUESTS));
    }

    /** Starts every process of a run: the backend first, then the aggregators in the order of the report. Checks their first answers. */
    static List<Aggregator> start(Children children, CpuOptions options) throws IOException, InterruptedException {
        Jvm backend =
                children.server("static-backend", StaticBackend.class, List.of(), options.jvmFlags(), options.output());
        List<Aggregator> aggregators = new ArrayList<>();
        for (String name : options.aggregators()) {
            Peer peer = Peer.of(name, backend.port(), children, options);
            Jvm process = peer.server().start(children, options);
            aggregators.add(new Aggregator(peer, process));
        }
        return aggregators;
    }

    Peer peer() {
        return peer;
    }

    /**
     * Warms up until, in two consecutive slices, the JIT compilers were nearly idle and the cost did not improve. The first second
     * compares every answer, which the measured rounds cannot afford.
     *
     * @return how long it took
     */
    Duration warmUp(LoadGenerator load, CpuOptions options) throws IOException, InterruptedException {
        new BuiltInLoad(options.connections()).drive(target, body, CHECKED_TIME);
        Duration slice = options.warmUp().compareTo(WARM_UP_SLICE) < 0 ? options.warmUp() : WARM_UP_SLICE;
        Duration spent = Duration.ZERO;
        double best = Double.MAX_VALUE;
        int idle = 0;
        while (idle < 2 && spent.plus(slice).compareTo(options.warmUp()) <= 0) {
            CpuRound round = drive(load, slice);
            double cpu = round.cpuMicrosPerRequest();
            boolean busy = cpu < best * (1 - GAIN) || round.compilersShare() > COMPILERS_AT_REST;
            idle = busy ? 0 : idle + 1;
            best = Math.min(best, cpu);
            spent = spent.plus(slice);
        }
        return spent;
    }

    /** One round that counts. */
    CpuRound measure(LoadGenerator load, Duration time) throws IOException, InterruptedException {
        CpuRound round = drive(load, time);
        rounds.add(round);
        if (!Arrays.equals(body, Answer.fetch(target, peer.parts()))) {
            throw new IOException(peer.title() + " changed its answer during the round");
        }
        return round;
    }

    private CpuRound drive(LoadGenerator load, Duration time) throws IOException, InterruptedException {
        Duration compilers = process.compilerTime();
        Duration cpu = process.cpuTime();
        Load result = load.drive(target, body, time);
        return new CpuRound(
                result, process.cpuTime().minus(cpu), process.compilerTime().minus(compilers));
    }

    /** Records one more round, which does not count, and writes where the time went. */
    void profile(LoadGenerator load, CpuOptions options) throws IOException, InterruptedException {
        if (!peer.isJvm()) {
            return;
        }
        Path recording = options.output().resolve(peer.name() + ".jfr").toAbsolutePath();
        Profile.start(process.handle().pid(), recording);
        load.drive(target, body, options.roundTime());
        Profile.stop(process.handle().pid());
        Files.writeString(
                options.output().resolve(peer.name() + "-profile.md"),
                Profile.read(recording).markdown(peer.title()));
    }

    ColdStart coldStart() {
        return coldStart;
    }

    /** In bytes, 0 where the system does not tell. */
    long residentMemory() throws IOException {
        return process.residentBytes();
    }

    /** Those that count, until now. */
    List<CpuRound> rounds() {
        return List.copyOf(rounds);
    }

    /**
     * What the JVM's start costs.
     *
     * @param untilFirstAnswer CPU time
     * @param perRequest CPU time of each of the next 1,000 requests, which come one after another
     */
    record ColdStart(Duration untilFirstAnswer, Duration perRequest) {}

    /**
     * One measured round of one aggregator.
     *
     * @param cpu that its process used meanwhile
     * @param compilers how much of it its JIT compilers used; they should be done
     */
    record CpuRound(Load load, Duration cpu, Duration compilers) {

        double cpuMicrosPerRequest() {
            return cpu.toNanos() / 1000.0 / load.requests();
        }

        double compilersShare() {
            return (double) compilers.toNanos() / cpu.toNanos();
        }

        double requestsPerSecond() {
            return load.requests() * 1e9 / load.elapsed().toNanos();
        }
    }
}
