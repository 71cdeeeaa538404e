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
            if (step.list != null && value != null) {
                appendList(step.literal, step.list, value, inQuery, uri);
                inQuery = true;
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

    /** @param name of the parameter, with its equals sign */
    private static void appendList(String name, ValueList list, String values, boolean inQuery, StringBuilder uri) {
        char before = inQuery ? '&' : '?';
        int start = 0;
        while (start >= 0) {
            int end = list.exploded() ? values.indexOf(list.separator(), start) : -1;
            uri.append(before).append(name);
            if (start < values.length() && values.charAt(start) == ValueList.NAME_ALONE) {
                uri.setLength(uri.length() - 1);
            } else {
                uri.append(values, start, end < 0 ? values.length() : end);
            }
            before = '&';
            start = end < 0 ? end : end + 1;
        }
    }

    /**
     * A literal and then, unless the index is negative, a value.
     *
     * @param list the form of the values, null for a single value; the literal is then the parameter's name with its equals sign
     */
    private record Step(
            boolean startsParameter,
            String literal,
            int variable,
            boolean skipWhenAbsent,
            @Nullable ValueList list) {}

    /** Collects the steps in the order of the text. */
    static final class Builder {

        private final List<Variable> variables;
        private final List<Step> steps = new ArrayList<>();
        private final StringBuilder literal = new StringBuilder();
        private boolean startsParameter;
        private int length;

        Builder(List<Variable> variables) {
            this.variables = variables;
        }

        void literal(String text) {
            literal.append(text);
        }

        void piece(Piece piece) {
            if (piece instanceof Piece.Placeholder variable) {
                add(index(variable.name()), false, null);
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
            int index = index(variable);
            add(index, true, variables.get(index).values());
        }

        Target build() {
            flush();
            return new Target(steps.toArray(Step[]::new), length + ROOM_FOR_VALUES);
        }

        private void flush() {
            if (literal.length() > 0 || startsParameter) {
                add(-1, false, null);
            }
        }

        private void add(int variable, boolean skipWhenAbsent, @Nullable ValueList list) {
            steps.add(new Step(startsParameter, literal.toString(), variable, skipWhenAbsent, list));
            length += literal.length() + 1;
            literal.setLength(0);
            startsParameter = false;
        }

        private int index(String variable) {
            for (int i = 0; i < variables.size(); i++) {
                if (variables.get(i).name().equals(variable)) {
                    return i;
                }
            }
            throw new TemplateException("has the unknown variable '" + variable + "'");
        }
    }
}
