package io.dronedelivery.servicekit.security;

import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.problem.ProblemType;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The caller of a request, as their token describes them. Each verified token has one instance, so callers can be compared by identity. */
public final class Caller {

    /** Where no issuer is configured, no token is requested, and every caller may do everything. */
    public static final Caller ANYBODY = new Caller("anybody", Set.of(), Map.of(), "", true, null, Instant.MAX);

    /** What a text takes beside its characters, with its place in a collection. */
    private static final int TEXT = 60;

    private final String subject;
    private final Set<String> scopes;
    private final Map<String, String> claims;
    private final @Nullable String owner;
    private final boolean allOwners;
    private final @Nullable String authorization;
    private final Instant until;

    /**
     * @param subject the issuer's name for them
     * @param claims the claims that are texts
     * @param ownerClaim the claim that names the owner for whom they act
     * @param allOwners whether they act for every owner
     * @param authorization the header that they sent, null without one
     * @param until when their token no longer counts
     */
    Caller(
            String subject,
            Set<String> scopes,
            Map<String, String> claims,
            String ownerClaim,
            boolean allOwners,
            @Nullable String authorization,
            Instant until) {
        this.subject = subject;
        this.scopes = Set.copyOf(scopes);
        this.claims = Map.copyOf(claims);
        this.owner = this.claims.get(ownerClaim);
        this.allOwners = allOwners;
        this.authorization = authorization;
        this.until = until;
    }

    /** The issuer's name for them. */
    public String subject() {
        return subject;
    }

    /** The value of their Authorization header, to be passed on to a service that checks it again. */
    public @Nullable String authorization() {
        return authorization;
    }

    /** When their token no longer counts, by this machine's clock and with the skew that is allowed; {@link Instant#MAX} without one. */
    public Instant until() {
        return until;
    }

    /** Whether the issuer has granted them that scope. */
    public boolean has(String scope) {
        return this == ANYBODY || scopes.contains(scope);
    }

    public @Nullable String claim(String name) {
        return claims.get(name);
    }

    /** Whether they may see and change what belongs to an owner. */
    public boolean actsFor(String ownerId) {
        return allOwners || owns(ownerId);
    }

    /** Whether that is the owner whom their token names. */
    public boolean owns(String ownerId) {
        return ownerId.equals(owner);
    }

    /** Whether they act for every owner. */
    public boolean isForAllOwners() {
        return allOwners;
    }

    /**
     * The owner whose data are requested.
     *
     * @throws ProblemException {@link ProblemType#NOT_FOUND} when the caller does not act for the owner: the caller must not learn whether the
     *     data exist
     */
    public Owner owner(String ownerId) {
        if (!actsFor(ownerId)) {
            throw ProblemException.nothingHere();
        }
        return new Owner(ownerId);
    }

    /** @throws ProblemException {@link ProblemType#FORBIDDEN} when the caller does not act for the owner that they name */
    public void requireOwner(String ownerId) {
        if (!actsFor(ownerId)) {
            throw Callers.forbidden("The token is not for the owner '" + ownerId + "'.");
        }
    }

    /** About how many bytes of memory it takes: the token's text, and what was read from it. */
    public int size() {
        int size = TEXT + subject.length() + (authorization == null ? 0 : TEXT + authorization.length());
        for (String scope : scopes) {
            size += TEXT + scope.length();
        }
        for (Map.Entry<String, String> claim : claims.entrySet()) {
            size += 2 * TEXT + claim.getKey().length() + claim.getValue().length();
        }
        return size;
    }

    @Override
    public String toString() {
        return subject;
    }
}
