package io.dronedelivery.house.containers;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The meters that applications have shown to Prometheus, by name, and the labels of each. */
final class Scrape {

    /** What Prometheus adds to what it reads, the namespace in Kubernetes. */
    private static final Map<String, Set<String>> OF_PROMETHEUS = Map.of("up", Set.of("job", "instance", "namespace"));

    private static final Pattern SERIES = Pattern.compile("(?m)^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\\{(.*)})? \\S+$");
    private static final Pattern LABEL = Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)=\"(?:[^\"\\\\]|\\\\.)*\"");

    private final Map<String, Set<String>> labels = new HashMap<>(OF_PROMETHEUS);

    /** @param text in the format of Prometheus */
    void add(String text) {
        Matcher series = SERIES.matcher(text);
        while (series.find()) {
            Set<String> names = labels.computeIfAbsent(series.group(1), name -> new TreeSet<>());
            if (series.group(2) != null) {
                LABEL.matcher(series.group(2)).results().forEach(label -> names.add(label.group(1)));
            }
        }
    }

    /** The names of all meters. */
    Set<String> meters() {
        return labels.keySet();
    }

    /** The labels that the meter of a selector has. */
    Set<String> labels(MonitoringFiles.Selector selector) {
        Set<String> found = labels.get(selector.meter());
        if (found == null) {
            throw new AssertionError(
                    "No application has the meter " + selector.meter() + ", which " + selector.file() + " reads");
        }
        return found;
    }
}
