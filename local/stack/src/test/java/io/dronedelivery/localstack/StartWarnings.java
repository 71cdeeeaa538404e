package io.dronedelivery.localstack;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** What a start says that nobody should have to read who starts with the settings as they are: logged warnings and errors, and those of the JVM. */
public final class StartWarnings {

    /** Of the launcher's log, which begins with the time, and of an application's own, which begins with the date. */
    private static final Pattern LOGGED =
            Pattern.compile("^(?:\\d{4}-\\d\\d-\\d\\dT)?\\d\\d:\\d\\d:\\d\\d\\.\\d{3}\\S* +(?:WARN|ERROR) ");

    /** Of the JVM, of java.util.logging, and of SLF4J and Logback about themselves. */
    private static final Pattern SAID = Pattern.compile(
            "\\b(?:WARNING|SEVERE): |Server VM warning: |^\\[.*]\\[(?:warning|error) *]\\[|^SLF4J\\([WE]\\)|\\|-(?:WARN|ERROR) in ");

    private static final Pattern STACK_TRACE =
            Pattern.compile("^(?:\\s|Caused by: |(?:[a-z]\\w*\\.)+\\w+(?:Exception|Error)\\b)");

    /**
     * A machine that other builds share may need longer for anything than it may take, and an application tells that as a warning: one with
     * these words is no matter of the settings. What follows from it does not always name it: the issuer is not asked again
     * for a moment, an answer comes when nobody waits for it, a backend or one of its instances is not called for a while.
     */
    private static final Pattern TOO_SLOW = Pattern.compile("TimeoutException|timed out|poll timeout has expired"
            + "|(?:deadline-exceeded|backend-timeout|backend-busy|overloaded) for |failures of the type .* are not logged"
            + "|Could not obtain the keys|an error came after its request had ended|Circuit breaker of backend "
            + "|is left out for |Health contributor .* took ");

    /** With Kafka's own times that are over most of what follows is Kafka's, and nobody's list: a broker that is fenced, groups that begin anew. */
    private static final Pattern KAFKA_WAS_TOO_SLOW = Pattern.compile(
            "(?:o\\.a\\.k\\.|kafka\\.).*(?i:timed.out)|org\\.apache\\.kafka\\.common\\.errors\\.TimeoutException");

    private StartWarnings() {}

    /**
     * The warnings, each with its stack trace, but for those of a machine that is too slow.
     *
     * @param lines of a start, whole
     */
    public static List<String> in(List<String> lines) {
        return records(lines).stream()
                .takeWhile(said -> !KAFKA_WAS_TOO_SLOW.matcher(said).find())
                .filter(said ->
                        LOGGED.matcher(said).find() || SAID.matcher(said).find())
                .filter(said -> !TOO_SLOW.matcher(said).find())
                .toList();
    }

    private static List<String> records(List<String> lines) {
        List<String> records = new ArrayList<>();
        for (String line : lines) {
            int last = records.size() - 1;
            if (last >= 0
                    && LOGGED.matcher(records.get(last)).find()
                    && STACK_TRACE.matcher(line).find()) {
                records.set(last, records.get(last) + "\n" + line);
            } else {
                records.add(line);
            }
        }
        return records;
    }
}
