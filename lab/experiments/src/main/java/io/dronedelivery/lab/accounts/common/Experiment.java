package io.dronedelivery.lab.accounts.common;

import io.dronedelivery.lab.kit.report.Check;
import io.dronedelivery.loadtest.Settings;
import java.io.PrintStream;
import java.util.List;
import java.util.Set;

/**
 * A published account that is repeated by one command.
 *
 * @param name as in {@code -Dexperiment}; its results are in a folder of this name
 * @param ownSettings settings that this experiment alone reads, and that are refused without it: a user who gives one expects that it
 *     does something
 * @param preparation reads the settings
 */
public record Experiment(String name, Set<String> ownSettings, Preparation preparation) {

    /** An experiment without settings that others refuse. */
    public static <S> Experiment of(String name, Reader<S> reader, Runner<S> runner) {
        return new Experiment(name, Set.of(), (lab, settings) -> {
            S own = reader.read(lab, settings);
            return out -> runner.run(own, out);
        });
    }

    /** The same with settings that it alone reads. */
    public Experiment withOwnSettings(String... names) {
        return new Experiment(name, Set.of(names), preparation);
    }

    /** Reads the settings that only this experiment has, before anything is started. */
    @FunctionalInterface
    public interface Reader<S> {

        /** @throws IllegalArgumentException naming the setting that is wrong and what is expected */
        S read(LabSettings lab, Settings settings);
    }

    /** Runs an experiment with its settings, see {@link Prepared#run}. */
    @FunctionalInterface
    public interface Runner<S> {
        List<Check> run(S settings, PrintStream out) throws Exception;
    }

    /** Makes an experiment ready, see {@link Reader}. */
    @FunctionalInterface
    public interface Preparation {
        Prepared of(LabSettings lab, Settings settings);
    }

    /** An experiment whose settings are right. */
    @FunctionalInterface
    public interface Prepared {

        /**
         * Runs it and writes its results, after each part of it anew.
         *
         * @param out takes the progress
         * @return what must hold
         * @throws Exception when it cannot be run or is interrupted, with a message for whoever started it. A test that cannot be run is a
         *     check that fails
         */
        List<Check> run(PrintStream out) throws Exception;
    }
}
