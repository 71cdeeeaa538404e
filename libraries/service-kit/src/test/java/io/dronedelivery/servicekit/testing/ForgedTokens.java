package io.dronedelivery.servicekit.testing;

import com.nimbusds.jose.EncryptionMethod;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWEAlgorithm;
import com.nimbusds.jose.JWEHeader;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSAEncrypter;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.EncryptedJWT;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.Map;
import java.util.TreeMap;

/** What is sent as a token of an issuer and must not be believed, for whoever checks tokens. */
public final class ForgedTokens {

    private final TestIssuer issuer;
    private final Instant now = Instant.now();
    private final JWTClaimsSet good;
    private final Map<String, String> tokens = new TreeMap<>();

    private ForgedTokens(TestIssuer issuer) {
        this.issuer = issuer;
        this.good = new JWTClaimsSet.Builder()
                .issuer(issuer.url())
                .subject("somebody")
                .audience(TestIssuer.AUDIENCE)
                .expirationTime(Date.from(now.plusSeconds(300)))
                .build();
    }

    /** Such tokens by what is wrong with them. Each is otherwise as it has to be. */
    public static Map<String, String> of(TestIssuer issuer) {
        ForgedTokens forged = new ForgedTokens(issuer);
        try {
            forged.addWrongClaims();
            forged.addWrongSignatures();
            forged.addOtherForms();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
        return forged.tokens;
    }

    private void addWrongClaims() {
        tokens.put("expired", issuer.token(c -> c.expirationTime(Date.from(now.minusSeconds(60)))));
        tokens.put("without an end", issuer.token(c -> c.expirationTime(null)));
        // A busy machine may take a minute until it looks at it.
        tokens.put("not yet valid", issuer.token(c -> c.notBeforeTime(Date.from(now.plus(Duration.ofHours(1))))));
        tokens.put("another audience", issuer.token(c -> c.audience("another")));
        tokens.put("no audience", issuer.token(c -> c.audience((String) null)));
        tokens.put("another issuer", issuer.token(c -> c.issuer("https://issuer.example.com")));
        tokens.put("no issuer", issuer.token(c -> c.issuer(null)));
        tokens.put("an ID token's type", TestIssuer.sign(good, issuer.key(), "logout+jwt"));
    }

    private void addWrongSignatures() throws JOSEException {
        tokens.put("unsigned", new PlainJWT(good).serialize());
        tokens.put("another key, unknown", TestIssuer.sign(good, TestKeys.ANOTHER, "JWT"));
        tokens.put(
                "another key by the name of a known one",
                TestIssuer.sign(
                        good,
                        new RSAKey.Builder(TestKeys.ANOTHER)
                                .keyID(issuer.key().getKeyID())
                                .build(),
                        "JWT"));
        SignedJWT byPublicKey = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.HS256)
                        .keyID(issuer.key().getKeyID())
                        .build(),
                good);
        byPublicKey.sign(new MACSigner(issuer.key().toRSAPublicKey().getEncoded()));
        tokens.put("algorithm changed to a shared secret, the public key", byPublicKey.serialize());
        EncryptedJWT toPublicKey = new EncryptedJWT(
                new JWEHeader.Builder(JWEAlgorithm.RSA_OAEP_256, EncryptionMethod.A256GCM)
                        .keyID(issuer.key().getKeyID())
                        .build(),
                good);
        toPublicKey.encrypt(new RSAEncrypter(issuer.key().toRSAPublicKey()));
        tokens.put("encrypted with the public key", toPublicKey.serialize());
    }

    private void addOtherForms() {
        String whole = TestIssuer.sign(good, issuer.key(), "JWT");
        tokens.put("last character changed", whole.substring(0, whole.length() - 4) + "AAAA");
        tokens.put("no signature", whole.substring(0, whole.lastIndexOf('.') + 1));
        tokens.put("two parts", whole.substring(0, whole.lastIndexOf('.')));
        String[] parts = whole.split("\\.", -1);
        String other = issuer.token(c -> c.subject("root")).split("\\.", -1)[1];
        tokens.put("claims of another token", parts[0] + "." + other + "." + parts[2]);
        tokens.put("no JWT", "abc");
        tokens.put("dots", "..");
        tokens.put("a dot at the end", whole + ".");
        tokens.put("quoted", "\"" + whole + "\"");
        tokens.put("two in one", whole + "," + whole);
        tokens.put("long", whole + "A".repeat(6000));
    }
}
