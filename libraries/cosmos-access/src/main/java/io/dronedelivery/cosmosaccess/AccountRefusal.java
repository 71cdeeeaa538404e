package io.dronedelivery.cosmosaccess;

import com.azure.core.exception.ClientAuthenticationException;
import com.azure.cosmos.CosmosException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.env.Environment;

/** Advice for an account that cannot be used. It depends on the refusing part, and on how the service signs in. */
final class AccountRefusal {

    private static final String ENDPOINT = "spring.cloud.azure.cosmos.endpoint";
    private static final String KEY = "spring.cloud.azure.cosmos.key";
    private static final String ROLE = "Cosmos DB Built-in Data Contributor";
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;

    private AccountRefusal() {}

    static String describe(Throwable failure) {
        Throwable reason = NestedExceptionUtils.getMostSpecificCause(failure);
        return reason instanceof CosmosException cosmos
                ? "status " + cosmos.getStatusCode() + ", " + cosmos.getShortMessage()
                : reason.getClass().getSimpleName() + ": " + firstLine(reason);
    }

    /** The first thing to check. */
    static String action(Throwable failure, Environment environment) {
        boolean withKey = !environment.getProperty(KEY, "").isBlank();
        if (has(failure, ClientAuthenticationException.class)) {
            return "Without " + KEY
                    + " the service signs in with the identity that it has, and it has none here. In the"
                    + " cluster, check the service account's annotation azure.workload.identity/client-id and its federated"
                    + " credential; on a machine of your own, `az login`.";
        }
        return switch (status(failure)) {
            case UNAUTHORIZED ->
                withKey
                        ? "Check that " + KEY + " is a key of the account " + ENDPOINT
                                + ", and that the account allows keys at all; without it the service signs in with its identity."
                        : "The account does not know the service's identity. Check that " + ENDPOINT
                                + " is an account of the identity's tenant.";
            case FORBIDDEN ->
                withKey
                        ? "The account refuses this caller: check its firewall and private endpoints, and the clock of this machine."
                        : "Assign the role \"" + ROLE
                                + "\" of Cosmos DB (az cosmosdb sql role assignment create) to the service's identity, for the database of"
                                + " spring.cloud.azure.cosmos.database; and check the account's firewall and private endpoints.";
            default ->
                has(failure, UnknownHostException.class) || has(failure, ConnectException.class)
                        ? "Check that " + ENDPOINT + " is right and reachable from here."
                        : "Check that " + ENDPOINT + " is right and reachable from here, and that " + KEY
                                + " is the account's key, or that the service's identity may use the account.";
        };
    }

    private static int status(Throwable failure) {
        for (Throwable at = failure; at != null; at = at.getCause()) {
            if (at instanceof CosmosException cosmos) {
                return cosmos.getStatusCode();
            }
        }
        return 0;
    }

    private static boolean has(Throwable failure, Class<? extends Throwable> kind) {
        for (Throwable at = failure; at != null; at = at.getCause()) {
            if (kind.isInstance(at)) {
                return true;
            }
        }
        return false;
    }

    private static String firstLine(Throwable reason) {
        return String.valueOf(reason.getMessage()).lines().findFirst().orElse("no reason given");
    }
}
