package io.dronedelivery.gateway.template;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A compiled {@link TargetTemplate}: writing one URI is appending its pieces. */
public final class Target {

    private static final int ROOM_FOR_VALUES = 64;

    private final Step[] steps;
    private final int capacity;

    private Target(Step[] steps, int capacity) {
        this.steps = steps;
        this.capacity = capacity;
    }

    /**
     * The path and query for a request.
     *
     * @param values the values of the variables, in the order given to {@link TargetTemplate#compile}; null for what is absent
     */
    public String expand(@Nullable String[] values) {
        StringBuilder uri = new StringBuilder(capacity);
        boolean inQuery = false;
        for (Step step : steps) {
            String value = step.variable < 0 ? null : values[step.variable];
            if (step.skipWhenAbsent && value == null) {
                continue;
            }
            if (step.startsParameter) {
                uri.append(inQuery ? '&' : '?');
                inQuery = true;
            }
            uri.append(step.literal);
            if (value != null) {
                PercentEncoding.append(value, uri);
            }
        }
        return uri.toString();
    }

    /** A literal and then, unless the index is negative, a value. */
    private record Step(boolean startsParameter, String literal, int variable, boolean skipWhenAbsent) {}

    /** Collects the steps in the order of the text. */
    static final class Builder {

        private final List<String> variables;
        private final List<Step> steps = new ArrayList<>();
        private final StringBuilder literal = new StringBuilder();
        private boolean startsParameter;
        private int length;

        Builder(List<String> variables) {
            this.variables = variables;
        }

        void literal(String text) {
            literal.append(text);
        }

        void piece(Piece piece) {
            if (piece instanceof Piece.Placeholder variable) {
                add(index(variable.name()), false);
            } else if (piece instanceof Piece.Literal text) {
                literal(text.text());
            }
        }

        void separator() {
            flush();
            startsParameter = true;
        }

        void optional(String nameAndEquals, String variable) {
            separator();
            literal(nameAndEquals);
            add(index(variable), true);
        }

        Target build() {
            flush();
            return new Target(steps.toArray(Step[]::new), length + ROOM_FOR_VALUES);
        }

        private void flush() {
            if (literal.length() > 0 || startsParameter) {
                add(-1, false);
            }
        }

        private void add(int variable, boolean skipWhenAbsent) {
            steps.add(new Step(startsParameter, literal.toString(), variable, skipWhenAbsent));
            length += literal.length() + 1;
            literal.setLength(0);
            startsParameter = false;
        }

        private int index(String variable) {
            int index = variables.indexOf(variable);
            if (index < 0) {
                throw new TemplateException("has the unknown variable '" + variable + "'");
            }
            return index;
        }
    }
}
