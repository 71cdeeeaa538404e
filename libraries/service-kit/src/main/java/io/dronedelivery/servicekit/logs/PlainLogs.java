package io.dronedelivery.servicekit.logs;

import ch.qos.logback.classic.LoggerContext;
import io.dronedelivery.plaintext.PlainLines;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.boot.context.logging.LoggingApplicationListener;
import org.springframework.context.ApplicationListener;
import org.springframework.core.Ordered;

/**
 * Has each record of the log be one line, whatever strangers have made its texts of. It comes right behind Spring Boot, which configures
 * the log anew for each application that starts in a JVM.
 */
final class PlainLogs implements ApplicationListener<ApplicationEnvironmentPreparedEvent>, Ordered {

    @Override
    public int getOrder() {
        return LoggingApplicationListener.DEFAULT_ORDER + 1;
    }

    @Override
    public void onApplicationEvent(ApplicationEnvironmentPreparedEvent event) {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext logback) {
            PlainLines.applyTo(logback);
        }
    }
}
