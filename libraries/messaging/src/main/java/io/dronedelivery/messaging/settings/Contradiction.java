package io.dronedelivery.messaging.settings;

/**
 * Settings that do not go together.
 *
 * @param severity what it does to the start
 * @param problem the settings by their names, with their values, and what comes of them
 * @param remedy what to change
 */
public record Contradiction(Severity severity, String problem, String remedy) {

    /** What a contradiction does to the start. */
    public enum Severity {
        /** It cannot work: the application does not start. */
        ERROR,
        /** It works until something happens: the application starts and says so. */
        WARNING
    }

    /** It cannot work. */
    public static Contradiction error(String problem, String remedy) {
        return new Contradiction(Severity.ERROR, problem, remedy);
    }

    /** It is dangerous. */
    public static Contradiction warning(String problem, String remedy) {
        return new Contradiction(Severity.WARNING, problem, remedy);
    }
}
