package io.dronedelivery.cosmosaccess;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosClientBuilder;
import io.dronedelivery.servicekit.environment.RefusedStartException;
import java.util.Locale;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.env.Environment;

/** Builds the client, which blocks until the account has answered. Its failures name the cause. */
record ClientFactory(Environment environment) {

    private static final String ENDPOINT = "spring.cloud.azure.cosmos.endpoint";

    /**
     * @throws RefusedStartException when the endpoint is missing, is not allowed or does not answer, or refuses the credentials
     */
    CosmosAsyncClient build(ObjectProvider<CosmosClientBuilder> builder) {
        String endpoint = required(environment, ENDPOINT);
        if (!endpoint.startsWith("https://") && !LocalEndpointPostProcessor.isStandIn(environment)) {
            throw new RefusedStartException(
                    ENDPOINT + " is '" + endpoint + "'.",
                    "It must begin with https://; plain http:// is for a stand-in on this machine, or elsewhere with "
                            + LocalEndpointPostProcessor.ALLOW_PLAIN_HTTP
                            + "=true.",
                    null);
        }
        try {
            CosmosAsyncClient client = builder.getObject().buildAsyncClient();
            AccountRegions.check(client, environment);
            return client;
        } catch (RefusedStartException known) {
            throw known;
        } catch (RuntimeException e) {
            throw new RefusedStartException(
                    "Cosmos DB at " + endpoint + " cannot be used: " + AccountRefusal.describe(e),
                    AccountRefusal.action(e, environment),
                    e);
        }
    }

    static String required(Environment environment, String property) {
        String value = environment.getProperty(property, "").strip();
        if (value.isEmpty()) {
            throw new RefusedStartException(
                    "The service keeps its documents in Cosmos DB, and " + property + " is not set.",
                    "Set " + property + ", for example as the environment variable "
                            + property.toUpperCase(Locale.ROOT).replace('.', '_') + ".",
                    null);
        }
        return value;
    }
}
