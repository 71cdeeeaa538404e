package io.dronedelivery.localstack;

/** Default system properties of every JVM that runs applications here. Must be set before the classes that read them are loaded. */
final class JvmSettings {

    private JvmSettings() {}

    static void apply() {
        // Read once, when the classes of the Cosmos SDK load. The local Cosmos DB speaks plain HTTP, and there is no
        // machine metadata service to ask.
        setIfAbsent("COSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED", "true");
        setIfAbsent("COSMOS.DISABLE_IMDS_ACCESS", "true");
        // The applications share one logging configuration, so none of them may configure logging.
        setIfAbsent("org.springframework.boot.logging.LoggingSystem", "none");
        setIfAbsent("java.awt.headless", "true");
        // Three subscriptions with eight sessions each block threads; Reactor gives 10 for each processor.
        setIfAbsent("reactor.schedulers.defaultBoundedElasticSize", "64");
        // Otherwise the issuer's Tomcat logs the first request that is not HTTP with a stack trace.
        setIfAbsent("org.apache.juli.logging.UserDataHelper.CONFIG", "DEBUG_ALL");
    }

    private static void setIfAbsent(String property, String value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, value);
        }
    }
}
