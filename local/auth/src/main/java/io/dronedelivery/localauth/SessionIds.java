package io.dronedelivery.localauth;

import java.security.SecureRandom;
import org.apache.catalina.util.StandardSessionIdGenerator;

/**
 * Session identifiers from the JVM's random numbers. Tomcat would create and time a separate generator, and warn when that takes more than
 * 100 ms, as it may on a busy machine.
 */
final class SessionIds extends StandardSessionIdGenerator {

    private final SecureRandom random = new SecureRandom();

    @Override
    protected void getRandomBytes(byte[] bytes) {
        random.nextBytes(bytes);
    }
}
