package io.dronedelivery.localservicebus.filter;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** The syntax tree of a filter or of an action's right side. Logic has three values; null is "unknown". */
public sealed interface SqlExpression {
    /** The value for this message, of a type of {@code SqlValues}, or null when unknown. */
    @Nullable
    Object evaluate(MessageView message);

    /** A literal. */
    record Constant(@Nullable Object value) implements SqlExpression {
        @Override
        public @Nullable Object evaluate(MessageView message) {
            return value;
        }
    }

    /** {@code sys.<name>}. */
    record SystemValue(SystemProperty property) implements SqlExpression {
        @Override
        public @Nullable Object evaluate(MessageView message) {
            return message.system(property);
        }
    }

    /** {@code user.<name>} or a bare name. */
    record ApplicationValue(String name) implements SqlExpression {
        @Override
        public @Nullable Object evaluate(MessageView message) {
            return message.application(name);
        }
    }

    /** {@code property(<name>)}, with any text as the name. */
    record NamedValue(SqlExpression name) implements SqlExpression {
        @Override
        public @Nullable Object evaluate(MessageView message) {
            return name.evaluate(message) instanceof String text ? message.application(text) : null;
        }
    }

    /** {@code sys.PartitionKey}, which is an annotation of the message. */
    record PartitionKeyValue() implements SqlExpression {
        @Override
        public @Nullable Object evaluate(MessageView message) {
            return message.partitionKey();
        }
    }

    /** {@code newid()}: a fresh identifier each time. */
    record NewId() implements SqlExpression {
        @Override
        public Object evaluate(MessageView message) {
            // It need only be unique, and a secure random may block the event loop.
            ThreadLocalRandom random = ThreadLocalRandom.current();
            return new UUID(random.nextLong(), random.nextLong()).toString();
        }
    }

    /** {@code + - * / %}. */
    record Arithmetic(char operator, SqlExpression left, SqlExpression right) implements SqlExpression {
        @Override
        public @Nullable Object evaluate(MessageView message) {
            return SqlValues.compute(operator, left.evaluate(message), right.evaluate(message));
        }
    }

    /** {@code = <> < <= > >=}. */
    record Comparison(String operator, SqlExpression left, SqlExpression right) implements SqlExpression {
        @Override
        public @Nullable Object evaluate(MessageView message) {
            Integer order = SqlValues.compare(left.evaluate(message), right.evaluate(message));
            if (order == null) {
                return null;
            }
            return switch (operator) {
                case "=" -> order == 0;
                case "<>" -> order != 0;
                case "<" -> order < 0;
                case "<=" -> order <= 0;
                case ">" -> order > 0;
                default -> order >= 0;
            };
        }
    }

    /** {@code AND}. */
    record And(SqlExpression left, SqlExpression right) implements SqlExpression {
        @Override
        public @Nullable Object evaluate(MessageView message) {
            Object first = left.evaluate(message);
            if (Boolean.FALSE.equals(first)) {
                return false;
            }
            Object second = right.evaluate(message);
            if (Boolean.FALSE.equals(second)) {
                return false;
            }
            return (Boolean.TRUE.equals(first) && Boolean.TRUE.equals(second)) ? true : null;
        }
    }

    /** {@code OR}. */
    record Or(SqlExpression left, SqlExpression right) implements SqlExpression {
        @Override
        public @Nullable Object evaluate(MessageView message) {
            Object first = left.evaluate(message);
            if (Boolean.TRUE.equals(first)) {
                return true;
            }
            Object second = right.evaluate(message);
            if (Boolean.TRUE.equals(second)) {
                return true;
            }
            return (Boolean.FALSE.equals(first) && Boolean.FALSE.equals(second)) ? false : null;
        }
    }

    /** {@code NOT}. */
    record Not(SqlExpression operand) implements SqlExpression {
        @Override
        public @Nullable Object evaluate(MessageView message) {
            return operand.evaluate(message) instanceof Boolean value ? !value : null;
        }
    }

    /** {@code IS NULL} and {@code EXISTS}, which is its opposite. */
    record IsNull(SqlExpression operand) implements SqlExpression {
        @Override
        public Object evaluate(MessageView message) {
            return operand.evaluate(message) == null;
        }
    }

    /** {@code IN (...)}. */
    record In(SqlExpression operand, List<SqlExpression> candidates) implements SqlExpression {
        @Override
        public @Nullable Object evaluate(MessageView message) {
            Object value = operand.evaluate(message);
            if (value == null) {
                return null;
            }
            return candidates.stream().anyMatch(c -> isEqual(value, c.evaluate(message)));
        }

        private static boolean isEqual(Object value, @Nullable Object candidate) {
            Integer order = SqlValues.compare(value, candidate);
            return order != null && order == 0;
        }
    }

    /** {@code LIKE} with a literal as the pattern. */
    record FixedLike(SqlExpression operand, FilterLikePattern pattern) implements SqlExpression {
        @Override
        public @Nullable Object evaluate(MessageView message) {
            return operand.evaluate(message) instanceof String text ? pattern.matches(text) : null;
        }
    }

    /**
     * {@code LIKE}. Unknown when a side is no text, when the escape is not one character, or when the pattern is longer than an expression
     * can be: matching takes the product of both lengths.
     *
     * @param escape null for none
     */
    record Like(
            SqlExpression operand,
            SqlExpression pattern,
            @Nullable SqlExpression escape) implements SqlExpression {
        /** The pattern when it is the same for all messages, otherwise null. */
        @Nullable
        FilterLikePattern fixedPattern() {
            boolean fixed = pattern instanceof Constant && (escape == null || escape instanceof Constant);
            return fixed
                    ? compile(((Constant) pattern).value(), escape == null ? null : ((Constant) escape).value())
                    : null;
        }

        @Override
        public @Nullable Object evaluate(MessageView message) {
            FilterLikePattern compiled =
                    compile(pattern.evaluate(message), escape == null ? null : escape.evaluate(message));
            return compiled != null && operand.evaluate(message) instanceof String text ? compiled.matches(text) : null;
        }

        private @Nullable FilterLikePattern compile(@Nullable Object like, @Nullable Object character) {
            if (!(like instanceof String text) || text.length() > SqlParser.LONGEST) {
                return null;
            }
            if (escape == null) {
                return FilterLikePattern.of(text, null);
            }
            return character instanceof String one && one.length() == 1
                    ? FilterLikePattern.of(text, one.charAt(0))
                    : null;
        }
    }
}
