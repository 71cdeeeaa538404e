package io.dronedelivery.localservicebus.amqp;

import io.dronedelivery.localservicebus.broker.BrokerRefusal;
import io.dronedelivery.localservicebus.broker.Conditions;
import io.dronedelivery.localservicebus.broker.EntityPath;
import java.util.HashMap;
import java.util.Map;

/** The permissions of a connection: everything after SASL PLAIN, otherwise the entities of its tokens. */
final class Authorization {
    private final Map<String, Long> expiryByPath = new HashMap<>();
    private boolean everything;

    void grantEverything() {
        everything = true;
    }

    void grant(String audience, long expiresAt) {
        expiryByPath.put(EntityPath.canonical(audience), expiresAt);
    }

    /**
     * Checks the permission for an entity.
     *
     * @throws BrokerRefusal when no token of this connection covers it
     */
    void check(String address, long now) {
        String path = EntityPath.canonical(address);
        boolean granted = everything
                || expiryByPath.entrySet().stream()
                        .anyMatch(token -> token.getValue() > now && SasTokens.covers(token.getKey(), path));
        if (!granted) {
            throw new BrokerRefusal(
                    Conditions.UNAUTHORIZED,
                    "Unauthorized access: no valid token was put to $cbs for '%s'.".formatted(address));
        }
    }
}
