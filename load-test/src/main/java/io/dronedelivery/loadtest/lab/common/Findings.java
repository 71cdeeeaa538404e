package io.dronedelivery.loadtest.lab.common;

import java.util.List;
import java.util.Map;

/**
 * What an experiment found.
 *
 * @param experiment its name; its page's script is in the folder of this name without dashes
 * @param inputs where the inputs come from that stand for the original's hardware, a paragraph each
 * @param runs with {@code name}, {@code settings}, {@code modelled}, {@code measured} and {@code published}, and what only the page of
 *     this experiment reads
 * @param table the figures in Markdown
 */
public record Findings(
        String experiment,
        LabProfile profile,
        List<String> inputs,
        List<Map<String, Object>> runs,
        List<Check> checks,
        String table) {}
