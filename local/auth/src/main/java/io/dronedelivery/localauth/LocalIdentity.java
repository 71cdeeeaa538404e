package io.dronedelivery.localauth;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A caller that may request a token: as a client with its identifier, or in a browser as a user with the same name.
 *
 * @param name {@code owner-<ownerId>} or {@code operator}
 * @param owner the owner's identifier; null for an operator
 * @param scopes all scopes that may be granted
 */
record LocalIdentity(String name, @Nullable String owner, Set<String> scopes) {

    static final Set<String> OWNER_SCOPES =
            Set.of("deliveries.read", "deliveries.write", "invoices.read", "drones.read");
    static final Set<String> OPERATOR_SCOPES = Set.of(
            "deliveries.read",
            "deliveries.write",
            "invoices.read",
            "drones.read",
            "owners.all",
            "operations",
            "dead-letters",
            "reconciliation",
            "billing");

    private static final String OPERATOR = "operator";
    private static final Pattern OWNER = Pattern.compile("owner-([A-Za-z0-9._-]{1,64})");

    /** The caller with a name. Empty when the name is neither an owner's nor the operator's. */
    static Optional<LocalIdentity> named(String name) {
        if (OPERATOR.equals(name)) {
            return Optional.of(new LocalIdentity(OPERATOR, null, OPERATOR_SCOPES));
        }
        Matcher owner = OWNER.matcher(name);
        return owner.matches() ? Optional.of(new LocalIdentity(name, owner.group(1), OWNER_SCOPES)) : Optional.empty();
    }
}
