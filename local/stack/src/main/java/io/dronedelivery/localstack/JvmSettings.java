package io.dronedelivery.localstack;

/** System properties of every JVM that runs applications here, where none was given. To be set before the classes load that read them. */
final class JvmSettings {

    private JvmSettings() {}

    static void apply() {
        // Read once, when the classes of the Cosmos SDK load: the local Cosmos DB speaks plain HTTP, and there is no
        // machine metadata service to ask.
        setIfAbsent("COSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED", "true");
        setIfAbsent("COSMOS.DISABLE_IMDS_ACCESS", "true");
        // The applications share one logging configuration: none of them may set it up for itself.
        setIfAbsent("org.springframework.boot.logging.LoggingSystem", "none");
        setIfAbsent("java.awt.headless", "true");
        // Three subscriptions with eight sessions each, consumed by threads that wait; Reactor gives 10 for each
        // processor.
        setIfAbsent("reactor.schedulers.defaultBoundedElasticSize", "64");
        // The issuer's Tomcat would tell the first request that is no HTTP with a stack trace.
        setIfAbsent("org.apache.juli.logging.UserDataHelper.CONFIG", "DEBUG_ALL");
    }

    private static void setIfAbsent(String property, String value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, value);
        }
    }
}
