package io.dronedelivery.localstack;

import ch.qos.logback.classic.pattern.ClassicConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import java.util.List;

/** {@code %application} in the log's pattern: which of the applications in this JVM a line comes from, told by its thread or logger. */
public final class ApplicationName extends ClassicConverter {

    private static final List<String> NAMES =
            List.of("gateway", "delivery-service", "drone-service", "invoice-service");

    @Override
    public String convert(ILoggingEvent event) {
        String thread = event.getThreadName();
        return NAMES.stream()
                .filter(name -> thread.startsWith(name) || event.getLoggerName().startsWith(packageOf(name)))
                .findFirst()
                .orElse("local-stack");
    }

    private static String packageOf(String name) {
        return "io.dronedelivery." + name.replace("-service", "") + ".";
    }
}
