package io.dronedelivery.localstack;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import org.slf4j.LoggerFactory;

/** Applies {@code --logging.level.<logger>=<level>} once for all applications, because they share one log. */
final class LoggingLevels {

    private static final String PREFIX = "--logging.level.";

    private LoggingLevels() {}

    static void apply(String... arguments) {
        LoggerContext log = (LoggerContext) LoggerFactory.getILoggerFactory();
        for (String argument : arguments) {
            int equals = argument.indexOf('=');
            if (argument.startsWith(PREFIX) && equals > PREFIX.length()) {
                Logger logger = log.getLogger(loggerName(argument.substring(PREFIX.length(), equals)));
                logger.setLevel(Level.toLevel(argument.substring(equals + 1), logger.getLevel()));
            }
        }
    }

    private static String loggerName(String name) {
        return "root".equalsIgnoreCase(name) ? Logger.ROOT_LOGGER_NAME : name;
    }
}
