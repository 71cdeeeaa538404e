package io.dronedelivery.localauth;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What Tomcat warns of while this is open. */
final class TomcatLog extends Handler implements AutoCloseable {

    private final Logger tomcat = Logger.getLogger("org.apache");
    private final List<String> warnings = new CopyOnWriteArrayList<>();

    private TomcatLog() {}

    static TomcatLog capture() {
        TomcatLog log = new TomcatLog();
        log.tomcat.addHandler(log);
        return log;
    }

    List<String> warnings() {
        return warnings;
    }

    @Override
    public void publish(LogRecord logged) {
        if (logged.getLevel().intValue() >= Level.WARNING.intValue()) {
            warnings.add(logged.getLevel() + " " + logged.getLoggerName() + " " + logged.getMessage());
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        tomcat.removeHandler(this);
    }
}
