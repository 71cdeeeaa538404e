package io.dronedelivery.lab.kit.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A line of the history, as CSV (RFC 4180, without line breaks in a field).
 *
 * @param date as in {@code 2026-11-27}
 * @param commit of what was measured, abbreviated; empty where it is unknown
 */
record HistoryRow(String date, String commit, Measurement measured, String machine, String java, String command) {

    static final String HEADING = "date,commit,quantity,value,unit,low,high,peer,peer value,machine,java,command";

    /** @throws IllegalArgumentException when it has not as many fields as the heading, or no number where one is due */
    static HistoryRow parse(String line) {
        List<String> fields = fields(line);
        if (fields.size() != HEADING.split(",").length) {
            throw new IllegalArgumentException("Not a line of the history: " + line);
        }
        Measurement measured = new Measurement(
                fields.get(2),
                Double.parseDouble(fields.get(3)),
                fields.get(4),
                number(fields.get(5)),
                number(fields.get(6)),
                fields.get(7),
                Double.parseDouble(fields.get(8)));
        return new HistoryRow(fields.get(0), fields.get(1), measured, fields.get(9), fields.get(10), fields.get(11));
    }

    String line() {
        return List.of(
                        date,
                        commit,
                        measured.quantity(),
                        text(measured.value()),
                        measured.unit(),
                        text(measured.low()),
                        text(measured.high()),
                        measured.peer(),
                        text(measured.peerValue()),
                        machine,
                        java,
                        command)
                .stream()
                .map(HistoryRow::quoted)
                .collect(Collectors.joining(","));
    }

    private static @Nullable Double number(String field) {
        return field.isEmpty() ? null : Double.valueOf(field);
    }

    /** With four significant digits or all before the point: more is noise. */
    private static String text(@Nullable Double number) {
        if (number == null) {
            return "";
        }
        int decimals = Math.max(0, 3 - (int) Math.floor(Math.log10(Math.max(Math.abs(number), 1e-3))));
        String text = String.format(Locale.ROOT, "%." + decimals + "f", number);
        return text.contains(".") ? text.replaceAll("\\.?0+$", "") : text;
    }

    private static String quoted(String field) {
        return field.matches("[^,\"]*") ? field : '"' + field.replace("\"", "\"\"") + '"';
    }

    private static List<String> fields(String line) {
        List<String> fields = new ArrayList<>();
        StringBuilder field = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '"' && quoted && i + 1 < line.length() && line.charAt(i + 1) == '"') {
                field.append(c);
                i++;
            } else if (c == '"') {
                quoted = !quoted;
            } else if (c == ',' && !quoted) {
                fields.add(field.toString());
                field.setLength(0);
            } else {
                field.append(c);
            }
        }
        fields.add(field.toString());
        return fields;
    }
}
