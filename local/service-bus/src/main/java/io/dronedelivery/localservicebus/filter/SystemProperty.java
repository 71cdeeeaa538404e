package io.dronedelivery.localservicebus.filter;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.apache.qpid.proton.amqp.messaging.Properties;
import org.jspecify.annotations.Nullable;

/** The properties that filters know as {@code sys.<name>}, with their place in the AMQP properties section. */
public enum SystemProperty {
    /** MIME type of the body. */
    CONTENT_TYPE(
            "ContentType",
            p -> text(p.getContentType()),
            (p, v) -> p.setContentType(v == null ? null : org.apache.qpid.proton.amqp.Symbol.valueOf(v))),
    CORRELATION_ID("CorrelationId", p -> text(p.getCorrelationId()), Properties::setCorrelationId),
    /** Subject, called label by the rules. */
    LABEL("Label", Properties::getSubject, Properties::setSubject),
    MESSAGE_ID("MessageId", p -> text(p.getMessageId()), Properties::setMessageId),
    REPLY_TO("ReplyTo", Properties::getReplyTo, Properties::setReplyTo),
    REPLY_TO_SESSION_ID("ReplyToSessionId", Properties::getReplyToGroupId, Properties::setReplyToGroupId),
    SESSION_ID("SessionId", Properties::getGroupId, Properties::setGroupId),
    /** Address of the intended recipient. */
    TO("To", Properties::getTo, Properties::setTo);

    private final String label;
    private final Function<Properties, @Nullable String> reader;
    private final BiConsumer<Properties, @Nullable String> writer;

    SystemProperty(
            String label,
            Function<Properties, @Nullable String> reader,
            BiConsumer<Properties, @Nullable String> writer) {
        this.label = label;
        this.reader = reader;
        this.writer = writer;
    }

    /** The name in rules and in configuration. */
    public String label() {
        return label;
    }

    /** The property with this name, not case-sensitive; empty when there is none. */
    public static Optional<SystemProperty> named(String name) {
        return Arrays.stream(values())
                .filter(p -> p.label.equalsIgnoreCase(name))
                .findFirst();
    }

    @Nullable
    String read(Properties properties) {
        return reader.apply(properties);
    }

    void write(Properties properties, @Nullable String value) {
        writer.accept(properties, value);
    }

    private static @Nullable String text(@Nullable Object value) {
        return value == null ? null : value.toString();
    }
}
