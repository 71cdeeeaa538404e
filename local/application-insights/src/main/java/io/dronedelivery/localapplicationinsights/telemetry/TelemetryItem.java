package io.dronedelivery.localapplicationinsights.telemetry;

import java.time.Duration;

/** One item of telemetry: a row of a table of Application Insights. A missing text is empty. */
public sealed interface TelemetryItem {

    TelemetryContext context();

    String name();

    /** A request or a dependency: it has a duration and a place in a transaction. */
    sealed interface Span extends TelemetryItem permits Request, Dependency {
        String id();

        Duration duration();

        /** A status code, for HTTP and Cosmos DB. */
        String resultCode();

        boolean success();
    }

    /** A call that a service received, table {@code requests}. */
    record Request(
            TelemetryContext context,
            String id,
            String name,
            Duration duration,
            String resultCode,
            boolean success,
            String url,
            String source)
            implements Span {}

    /**
     * A call that a service made, table {@code dependencies}.
     *
     * @param type such as {@code Http} or {@code Azure DocumentDB}
     * @param target the called service
     * @param data a URL or a statement
     */
    record Dependency(
            TelemetryContext context,
            String id,
            String name,
            String type,
            String target,
            String data,
            Duration duration,
            String resultCode,
            boolean success)
            implements Span {

        /** The type of a call to Cosmos DB. */
        public static final String COSMOS = "Azure DocumentDB";

        public boolean toCosmos() {
            return type.equals(COSMOS);
        }

        /** The result code. When the exporter leaves a database's result code empty, the dimension {@link Names#STATUS}. */
        public String status() {
            return resultCode.isEmpty() ? context.dimension(Names.STATUS) : resultCode;
        }
    }

    /** A line of a log, table {@code traces}. */
    record Trace(TelemetryContext context, String message, Severity severity) implements TelemetryItem {
        @Override
        public String name() {
            return message;
        }
    }

    /** Table {@code exceptions}: the outermost exception of a chain. */
    record Failure(TelemetryContext context, String type, String message, String stack, Severity severity)
            implements TelemetryItem {
        @Override
        public String name() {
            return type;
        }
    }

    /**
     * Values of a metric since the last report, table {@code customMetrics}. The dimensions are those of the context.
     *
     * @param sum of the values; for a gauge, the value
     * @param count number of values
     */
    record Metric(TelemetryContext context, String name, double sum, int count, double min, double max)
            implements TelemetryItem {}

    /** Tables {@code customEvents} and {@code pageViews}. */
    record Event(TelemetryContext context, String name) implements TelemetryItem {}

    /** Levels of traces and exceptions, in the order of Application Insights' numbers. */
    enum Severity {
        VERBOSE,
        INFORMATION,
        WARNING,
        ERROR,
        CRITICAL
    }
}
