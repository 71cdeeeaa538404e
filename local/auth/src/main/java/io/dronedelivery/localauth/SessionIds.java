package io.dronedelivery.localauth;

import java.security.SecureRandom;
import org.apache.catalina.util.StandardSessionIdGenerator;

/**
 * Identifiers of sessions from the random numbers of the JVM. Tomcat makes a generator of its own for them, takes the time, and warns of more
 * than 100 ms, which a busy machine needs at any moment.
 */
final class SessionIds extends StandardSessionIdGenerator {

    private final SecureRandom random = new SecureRandom();

    @Override
    protected void getRandomBytes(byte[] bytes) {
        random.nextBytes(bytes);
    }
}
