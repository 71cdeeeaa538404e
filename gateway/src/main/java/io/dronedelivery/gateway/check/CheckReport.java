package io.dronedelivery.gateway.check;

import io.dronedelivery.gateway.check.CheckedSettings.FoundFault;
import io.dronedelivery.plaintext.PlainText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/** What a check has found, for people and for programs. */
final class CheckReport {

    private final CheckedSettings checked;

    CheckReport(CheckedSettings checked) {
        this.checked = checked;
    }

    /** A line for each fault, {@code FILE:LINE:COLUMN: property = value: reason}, and for each note. The last line is the sum. */
    String text() {
        return Stream.concat(
                        checked.faults().stream().map(CheckReport::line),
                        notes().stream().map(note -> "note: " + note))
                .map(line -> line + System.lineSeparator())
                .collect(Collectors.joining("", "", sum()));
    }

    /** What is no fault. */
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
                + checked.forwards().all().size() + " forwards";
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

    /** An object with an array {@code notes} and an array {@code faults}, each with its reason and, where they are known, file, line, column, property and value. */
    String json() {
        List<Map<String, Object>> faults =
                checked.faults().stream().map(CheckReport::members).toList();
        return new JsonMapper().writeValueAsString(Map.of("faults", faults, "notes", notes()));
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
