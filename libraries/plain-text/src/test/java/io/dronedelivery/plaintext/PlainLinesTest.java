package io.dronedelivery.plaintext;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import java.io.ByteArrayOutputStream;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.helpers.BasicMDCAdapter;

class PlainLinesTest {

    private static final String FORGED = "x\n2026-01-01 WARN audit : discarded by nobody\u0085\u2028\u001B[31m\u202Ey";

    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final LoggerContext logback = new LoggerContext();
    private final Logger log = logger("audit");

    private Logger logger(String name) {
        logback.setMDCAdapter(new BasicMDCAdapter());
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(logback);
        encoder.setPattern("%level %msg %kvp %X%n");
        encoder.start();
        OutputStreamAppender<ILoggingEvent> appender = new OutputStreamAppender<>();
        appender.setContext(logback);
        appender.setEncoder(encoder);
        appender.setOutputStream(written);
        appender.start();
        logback.getLogger(Logger.ROOT_LOGGER_NAME).addAppender(appender);
        PlainLines.applyTo(logback);
        // As every further application of the JVM does.
        PlainLines.applyTo(logback);
        return logback.getLogger(name);
    }

    private List<String> lines() {
        return written.toString(UTF_8).lines().toList();
    }

    @Test
    void a_record_is_one_line_whatever_its_message_and_arguments_say() {
        log.warn("event " + FORGED + " by {}", FORGED);

        assertThat(lines())
                .singleElement()
                .satisfies(line -> assertThat(PlainText.isPlain(line)).isTrue());
    }

    @Test
    void a_record_is_one_line_whatever_its_context_and_pairs_say() {
        logback.getMDCAdapter().put("user", FORGED);
        log.atWarn().addKeyValue("owner", FORGED).log("paid");

        assertThat(lines())
                .singleElement()
                .asString()
                .contains("owner=")
                .satisfies(line -> assertThat(PlainText.isPlain(line)).isTrue());
    }

    @Test
    void a_stack_trace_keeps_its_lines_and_the_messages_in_it_get_none() {
        IllegalStateException failure = new IllegalStateException(FORGED, new IllegalArgumentException(FORGED));
        failure.addSuppressed(new IllegalStateException(FORGED));

        log.error("failed", failure);

        assertThat(lines())
                .hasSizeGreaterThan(5)
                .allSatisfy(
                        line -> assertThat(line)
                                .matches(
                                        "ERROR .*|(Caused by: |\t?Suppressed: )?java\\.lang\\..*|\t+(at|Suppressed:|\\.\\.\\.|Caused by:) .*"));
        assertThat(lines())
                .allSatisfy(line -> assertThat(PlainText.isPlain(line.strip())).isTrue());
    }

    @Test
    void the_report_of_a_failed_start_keeps_its_lines() {
        logback.getLogger("org.springframework.boot.diagnostics.LoggingFailureAnalysisReporter")
                .error("APPLICATION FAILED TO START\n\nReason: \u001B[31m");

        assertThat(lines()).contains("ERROR APPLICATION FAILED TO START", "", "Reason: \\u001b[31m");
    }
}
