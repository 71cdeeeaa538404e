package io.dronedelivery.lab.kit.report;

import io.dronedelivery.lab.kit.history.Measurement;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * @param experiment its name; its results are in a folder of this name
 * @param page beside this class is {@code page.js}, the script of its page
 * @param profile how long it was, in a word
 * @param inputs where the inputs come from that stand for the original's hardware, a paragraph each
 * @param tests which of its tests were run
 * @param runs with {@code name}, {@code settings}, {@code modelled}, {@code measured} and {@code published}, and what only the page of
 *     this experiment reads
 * @param checks what must hold of the runs
 * @param table the figures in Markdown
 * @param besidePeers figures for the history; empty where they say nothing of speed
 * @param fitness of the machine; absent where no speed is judged
 * @param before the results of the run before, to compare with; absent where there is none
 */
public record Findings(
        String experiment,
        Class<?> page,
        String profile,
        List<String> inputs,
        Tests tests,
        List<Map<String, Object>> runs,
        List<Check> checks,
        String table,
        List<Measurement> besidePeers,
        @Nullable MachineFitness fitness,
        @Nullable JsonNode before) {

    boolean areComparable() {
        return fitness == null || fitness.isComparable();
    }
}
