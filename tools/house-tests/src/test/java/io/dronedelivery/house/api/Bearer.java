package io.dronedelivery.house.api;

import io.dronedelivery.localauth.LocalAuth;
import io.dronedelivery.localstack.run.Issuer;
import java.io.IOException;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * In whose name a request is sent.
 *
 * @param token an access token, null for nobody's
 * @param scopes that it gives; none when it does not hold
 */
record Bearer(String name, @Nullable String token, Set<String> scopes) {

    /** Those who take turns: an operator, who may do everything, more often than the others. */
    static List<Bearer> inTurns(Issuer issuer) throws IOException, InterruptedException {
        String token = issuer.token(LocalAuth.OPERATOR);
        Bearer operator = holding("an operator", token);
        // The one in the document's examples.
        Bearer owner = holding("an owner", issuer.token(LocalAuth.clientOf("o-17")));
        Bearer nobody = new Bearer("nobody", null, Set.of());
        Bearer forger = new Bearer("a forger", withAnotherSignature(token), Set.of());
        return List.of(operator, owner, operator, nobody, operator, operator, owner, operator, forger, operator);
    }

    private static Bearer holding(String name, String token) {
        byte[] claims = Base64.getUrlDecoder().decode(token.split("\\.")[1]);
        String scopes = JsonMapper.shared().readTree(claims).path("scope").asString();
        return new Bearer(name, token, Set.of(scopes.split(" ")));
    }

    private static String withAnotherSignature(String token) {
        int signature = token.lastIndexOf('.') + 1;
        char other = token.charAt(signature) == 'A' ? 'B' : 'A';
        return token.substring(0, signature) + other + token.substring(signature + 1);
    }

    boolean holds() {
        return !scopes.isEmpty();
    }

    /** What a 401 says of such a token, see RFC 6750. */
    String challenge() {
        return token == null ? "Bearer" : "Bearer error=\"invalid_token\"";
    }

    boolean actsForAllOwners() {
        return scopes.contains("owners.all");
    }
}
