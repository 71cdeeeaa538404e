package io.dronedelivery.messaging.servicebus;

import com.azure.core.amqp.AmqpRetryOptions;
import com.azure.core.http.policy.PortPolicy;
import com.azure.core.http.policy.ProtocolPolicy;
import com.azure.identity.DefaultAzureCredentialBuilder;
import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.administration.ServiceBusAdministrationAsyncClient;
import com.azure.messaging.servicebus.administration.ServiceBusAdministrationClientBuilder;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The configured namespace, and the common settings of its clients. Each builder has a separate connection, with one thread for its input
 * and output. Clients of one builder share the connection.
 */
public final class ServiceBusNamespace {

    static final String CONNECTION_STRING = "spring.cloud.azure.servicebus.connection-string";
    static final String NAMESPACE = "spring.cloud.azure.servicebus.namespace";
    private static final String EMULATOR = "usedevelopmentemulator=true";
    private static final String DOMAIN = ".servicebus.windows.net";
    private static final int REPETITIONS = 3;
    private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

    private final @Nullable String connectionString;
    private final @Nullable String namespace;

    /**
     * @param connectionString of a namespace or an emulator; null for the credentials of the environment
     * @param namespace the name of the namespace or its host, for the credentials of the environment
     */
    public ServiceBusNamespace(@Nullable String connectionString, @Nullable String namespace) {
        this.connectionString = connectionString;
        this.namespace = namespace;
    }

    /** Whether a connection string or a namespace is configured. */
    boolean isKnown() {
        return hasText(connectionString) || hasText(namespace);
    }

    boolean hasConnectionString() {
        return hasText(connectionString);
    }

    /** Whether it is an emulator, by the flag in its connection string. */
    boolean isEmulator() {
        return connectionString != null
                && connectionString.toLowerCase(Locale.ROOT).contains(EMULATOR);
    }

    /**
     * The SDK's defaults, but with a shorter longest pause. The SDK reopens a lost connection until it succeeds, but soon pauses for a
     * minute between the attempts: after 40 s without a broker no message was received for another 54 s.
     */
    static AmqpRetryOptions retries() {
        return new AmqpRetryOptions().setMaxRetries(REPETITIONS).setMaxDelay(LONGEST_PAUSE);
    }

    /**
     * @param tryTimeout how long one attempt of an operation may take; there are up to four
     * @throws IllegalStateException when neither a connection string nor a namespace is configured
     */
    public ServiceBusClientBuilder newConnection(Duration tryTimeout) {
        ServiceBusClientBuilder builder = new ServiceBusClientBuilder()
                .retryOptions(retries().setDelay(FIRST_PAUSE).setTryTimeout(tryTimeout));
        if (connectionString != null && hasText(connectionString)) {
            return builder.connectionString(connectionString);
        }
        return builder.credential(host(), new DefaultAzureCredentialBuilder().build());
    }

    /**
     * A client of the management API, which uses HTTP.
     *
     * @param emulatorPort the port of an emulator's management API, without TLS
     * @throws IllegalStateException when neither a connection string nor a namespace is configured
     */
    ServiceBusAdministrationAsyncClient administration(int emulatorPort) {
        ServiceBusAdministrationClientBuilder builder = new ServiceBusAdministrationClientBuilder();
        if (connectionString != null && hasText(connectionString)) {
            builder.connectionString(connectionString);
            if (isEmulator()) {
                // The SDK always uses TLS and its port.
                builder.addPolicy(new ProtocolPolicy("http", true)).addPolicy(new PortPolicy(emulatorPort, true));
            }
            return builder.buildAsyncClient();
        }
        return builder.credential(host(), new DefaultAzureCredentialBuilder().build())
                .buildAsyncClient();
    }

    private String host() {
        if (namespace != null && hasText(namespace)) {
            return namespace.contains(".") ? namespace : namespace + DOMAIN;
        }
        throw new IllegalStateException("Neither " + CONNECTION_STRING + " nor " + NAMESPACE + " is set");
    }

    private static boolean hasText(@Nullable String text) {
        return text != null && !text.isBlank();
    }
}
