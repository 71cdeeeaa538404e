package io.dronedelivery.localservicebus.filter;

import io.dronedelivery.localservicebus.filter.SqlLexer.LexemeKind;
import io.dronedelivery.localservicebus.message.AmqpCodec;
import io.dronedelivery.localservicebus.message.AmqpMessage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.qpid.proton.amqp.messaging.Properties;
import org.jspecify.annotations.Nullable;

/**
 * An SQL action: {@code SET property = expression} and {@code REMOVE property}, separated by semicolons. It changes the copy of the message
 * for the rule's subscription.
 */
public final class RuleAction {
    private record Step(SqlExpression target, @Nullable SqlExpression value) {}

    private final String expression;
    private final List<Step> steps;

    private RuleAction(String expression, List<Step> steps) {
        this.expression = expression;
        this.steps = List.copyOf(steps);
    }

    /**
     * Parses an action.
     *
     * @throws SqlSyntaxException with the position when the text is invalid
     */
    public static RuleAction sql(String expression) {
        SqlParser parser = new SqlParser(expression);
        List<Step> steps = new ArrayList<>();
        do {
            if (parser.peek().kind() == LexemeKind.END && !steps.isEmpty()) {
                break;
            }
            steps.add(step(parser));
        } while (parser.take(";"));
        if (parser.peek().kind() != LexemeKind.END) {
            throw parser.unexpected("';' or the end");
        }
        return new RuleAction(expression, steps);
    }

    private static Step step(SqlParser parser) {
        if (parser.takeWord("set")) {
            SqlExpression target = target(parser);
            parser.expect("=");
            return new Step(target, parser.or());
        }
        if (parser.takeWord("remove")) {
            return new Step(target(parser), null);
        }
        throw parser.unexpected("SET or REMOVE");
    }

    private static SqlExpression target(SqlParser parser) {
        SqlExpression target = parser.property();
        if (target instanceof SqlExpression.PartitionKeyValue) {
            throw parser.unexpected("a property that an action can change, before this");
        }
        return target;
    }

    public String expression() {
        return expression;
    }

    /** The changed copy. Each step sees the result of the steps before it. */
    public AmqpMessage apply(AmqpMessage message, AmqpCodec codec) {
        AmqpMessage changed = message;
        for (Step step : steps) {
            Object value = step.value == null ? null : step.value.evaluate(new MessageView(changed, codec));
            changed = assign(changed, step.target, value, codec);
        }
        return changed;
    }

    private static AmqpMessage assign(
            AmqpMessage message, SqlExpression target, @Nullable Object value, AmqpCodec codec) {
        Properties properties = new Properties(message.properties(codec));
        Map<String, Object> application = new LinkedHashMap<>(message.applicationProperties(codec));
        if (target instanceof SqlExpression.SystemValue system) {
            system.property().write(properties, value == null ? null : value.toString());
        } else if (target instanceof SqlExpression.ApplicationValue named) {
            application.keySet().removeIf(name -> name.equalsIgnoreCase(named.name()));
            if (value != null) {
                application.put(named.name(), SqlValues.property(value));
            }
        }
        return message.with(properties, application, codec);
    }

    @Override
    public String toString() {
        return expression;
    }
}
