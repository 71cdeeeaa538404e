package io.dronedelivery.localauth;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.SecurityContext;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The signing key, and earlier keys whose tokens are still valid. RSA with SHA-256, as Entra ID. Thread-safe: changes are made one at a
 * time, and readers see a complete set.
 */
final class SigningKeys implements JWKSource<SecurityContext> {

    private static final int BITS = 2048;

    /** How far a verifier's clock may be behind. */
    private static final Duration CLOCK_SKEW = Duration.ofMinutes(1);

    private final InstantSource clock;
    private final Duration tokenLife;
    private final @Nullable KeyFile file;
    private volatile KeySet keys;

    private SigningKeys(InstantSource clock, Duration tokenLife, @Nullable KeyFile file, KeySet keys) {
        this.clock = clock;
        this.tokenLife = tokenLife;
        this.file = file;
        this.keys = keys;
    }

    /**
     * @param current the key that signs
     * @param retired keys that verify until their time, oldest first
     */
    record KeySet(JWK current, List<Retired> retired) {}

    record Retired(JWK key, Instant until) {}

    /** New keys, or those that the directory has. */
    static SigningKeys load(@Nullable Path directory, Duration tokenLife) throws IOException {
        return load(InstantSource.system(), directory, tokenLife);
    }

    static SigningKeys load(InstantSource clock, @Nullable Path directory, Duration tokenLife) throws IOException {
        if (directory == null) {
            return new SigningKeys(clock, tokenLife, null, new KeySet(newKey(), List.of()));
        }
        KeyFile file = new KeyFile(directory);
        KeySet kept = file.read();
        if (kept == null) {
            kept = new KeySet(newKey(), List.of());
            file.write(kept);
        }
        return new SigningKeys(clock, tokenLife, file, kept);
    }

    synchronized void rotate() throws IOException {
        Instant now = clock.instant();
        List<Retired> retired = new ArrayList<>(valid(now));
        retired.add(new Retired(keys.current(), now.plus(tokenLife).plus(CLOCK_SKEW)));
        KeySet rotated = new KeySet(newKey(), List.copyOf(retired));
        if (file != null) {
            file.write(rotated);
        }
        keys = rotated;
    }

    String currentId() {
        return keys.current().getKeyID();
    }

    @Override
    public List<JWK> get(JWKSelector selector, @Nullable SecurityContext context) {
        List<JWK> all = new ArrayList<>();
        all.add(keys.current());
        valid(clock.instant()).forEach(retired -> all.add(retired.key()));
        return selector.select(new JWKSet(all));
    }

    private List<Retired> valid(Instant now) {
        return keys.retired().stream()
                .filter(retired -> retired.until().isAfter(now))
                .toList();
    }

    private static JWK newKey() {
        try {
            return new RSAKeyGenerator(BITS)
                    .keyUse(KeyUse.SIGNATURE)
                    .algorithm(JWSAlgorithm.RS256)
                    .keyID(UUID.randomUUID().toString())
                    .generate();
        } catch (JOSEException e) {
            throw new IllegalStateException("Every Java has RSA", e);
        }
    }
}
