package io.dronedelivery.lab.accounts.common;

import io.dronedelivery.lab.kit.report.Check;
import io.dronedelivery.loadtest.Settings;
import java.io.PrintStream;
import java.util.List;
import java.util.Set;

/** A published account that is repeated by one command. */
public interface Experiment {

    /** As in {@code -Dexperiment}; its results are in a folder of this name. */
    String name();

    /** Settings that this experiment alone reads, and that are refused without it: whoever gives one expects that it does something. */
    default Set<String> ownSettings() {
        return Set.of();
    }

    /**
     * Reads the settings that only this experiment has, before anything is started.
     *
     * @throws IllegalArgumentException naming the setting that is wrong and what is expected
     */
    Prepared prepare(LabSettings lab, Settings settings);

    /** An experiment whose settings are right. */
    @FunctionalInterface
    interface Prepared {

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
