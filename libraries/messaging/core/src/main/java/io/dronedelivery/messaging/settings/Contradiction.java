package io.dronedelivery.messaging.settings;

/**
 * Settings that contradict each other.
 *
 * @param severity whether the application starts
 * @param problem the settings' names and values, and the consequence
 * @param remedy what to change
 */
public record Contradiction(ContradictionSeverity severity, String problem, String remedy) {

    /** Whether the application starts. */
    public enum ContradictionSeverity {
        /** It cannot work: the application does not start. */
        ERROR,
        /** It works until a certain situation arises, such as a slow handler. The application starts and logs a warning. */
        WARNING
    }

    /** A contradiction with which the application cannot work. */
    public static Contradiction error(String problem, String remedy) {
        return new Contradiction(ContradictionSeverity.ERROR, problem, remedy);
    }

    /** A contradiction that is dangerous. */
    public static Contradiction warning(String problem, String remedy) {
        return new Contradiction(ContradictionSeverity.WARNING, problem, remedy);
    }
}
