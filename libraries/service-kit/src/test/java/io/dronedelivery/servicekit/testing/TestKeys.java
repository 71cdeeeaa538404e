package io.dronedelivery.servicekit.testing;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;

/** The two keys that all tests of a JVM sign with: to make one takes a JVM without its second compiler half a second. */
public final class TestKeys {

    public static final RSAKey ONE = generate("one");
    public static final RSAKey ANOTHER = generate("another");

    private TestKeys() {}

    private static RSAKey generate(String id) {
        try {
            return new RSAKeyGenerator(2048).keyID(id).generate();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }
}
