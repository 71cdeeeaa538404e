package io.dronedelivery.gateway.check;

import io.dronedelivery.gateway.check.CheckedSettings.FoundFault;
import io.dronedelivery.plaintext.PlainText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a check has found, for people and for programs.
 *
 * @param changes that break callers, null when nothing was compared
 */
record CheckReport(CheckedSettings checked, @Nullable List<String> changes) {

    /** A line for each fault, {@code FILE:LINE:COLUMN: property = value: reason}, and for each note. The last line is the sum. */
    String text() {
        return Stream.of(
                        checked.faults().stream().map(CheckReport::line),
                        notes().stream().map(note -> "note: " + note),
                        broken().stream().map(change -> "breaks callers: " + PlainText.escape(change)))
                .flatMap(lines -> lines)
                .map(line -> line + System.lineSeparator())
                .collect(Collectors.joining("", "", sum()));
    }

    private List<String> broken() {
        return changes == null ? List.of() : changes;
    }

    private List<String> notes() {
        return checked.faults().isEmpty()
                ? checked.backendsWithoutContract().stream()
                        .map(backend -> "the backend '" + backend
                                + "' has no contract, so its parts have no types in the OpenAPI document")
                        .toList()
                : List.of();
    }

    private String sum() {
        int faults = checked.faults().size();
        if (faults > 0) {
            return faults == 1 ? "1 fault" : faults + " faults";
        }
        return "no faults: " + checked.aggregations().all().size() + " aggregations, "
                + checked.forwards().all().size() + " forwards"
                + (changes == null
                        ? ""
                        : ", " + changes.size() + (changes.size() == 1 ? " change breaks" : " changes break")
                                + " callers");
    }

    private static String line(FoundFault fault) {
        StringBuilder line = new StringBuilder();
        if (fault.place() != null) {
            line.append(fault.place()).append(": ");
        }
        if (fault.property() != null) {
            line.append(fault.property());
            if (fault.value() != null) {
                line.append(" = ").append(fault.value());
            }
            line.append(": ");
        }
        return PlainText.escape(line.append(fault.reason()).toString());
    }

    /** An object with arrays {@code notes}, {@code faults} and, when documents were compared, {@code changes}. A fault has its reason and, where they are known, file, line, column, property and value. */
    String json() {
        List<Map<String, Object>> faults =
                checked.faults().stream().map(CheckReport::members).toList();
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("faults", faults);
        members.put("notes", notes());
        if (changes != null) {
            members.put("changes", changes);
        }
        return new JsonMapper().writeValueAsString(members);
    }

    private static Map<String, Object> members(FoundFault fault) {
        Map<String, Object> members = new LinkedHashMap<>();
        if (fault.place() != null) {
            members.put("file", fault.place().file());
            if (fault.place().line() > 0) {
                members.put("line", fault.place().line());
                members.put("column", fault.place().column());
            }
        }
        if (fault.property() != null) {
            members.put("property", fault.property());
        }
        if (fault.value() != null) {
            members.put("value", fault.value());
        }
        members.put("reason", fault.reason());
        return members;
    }
}
