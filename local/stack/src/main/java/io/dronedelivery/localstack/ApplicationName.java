package io.dronedelivery.localstack;

import ch.qos.logback.classic.pattern.ClassicConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import io.dronedelivery.localstack.process.ApplicationProcess;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code %application} in the log's pattern: the instance that this JVM runs, or the application in this JVM that wrote the line. The
 * thread or the logger of the line shows the application.
 */
public final class ApplicationName extends ClassicConverter {

    private static final List<String> NAMES =
            List.of("gateway", "delivery-service", "drone-service", "invoice-service");

    /** The instance that this JVM runs; null in the launcher's JVM. */
    private final @Nullable String instance = System.getProperty(ApplicationProcess.NAME_PROPERTY);

    @Override
    public String convert(ILoggingEvent event) {
        if (instance != null) {
            return instance;
        }
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
