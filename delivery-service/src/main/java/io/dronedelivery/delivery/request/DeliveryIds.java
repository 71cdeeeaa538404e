package io.dronedelivery.delivery.request;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.stereotype.Component;

/**
 * New ids for deliveries: 128 bits that cannot be guessed and do not repeat, computed as the hash of a secret and a counter. The system's
 * random source may block, so it is read once, when the application starts.
 */
@Component
final class DeliveryIds {

    private static final int SECRET_BYTES = 32;
    private static final int DIGITS = 32;

    private final byte[] secret = new byte[SECRET_BYTES];
    private final AtomicLong counter = new AtomicLong();

    DeliveryIds() {
        new SecureRandom().nextBytes(secret);
    }

    /** A new, unique id. */
    String next() {
        ByteBuffer seed = ByteBuffer.allocate(SECRET_BYTES + Long.BYTES);
        seed.put(secret).putLong(counter.getAndIncrement());
        return "d-" + Sha256.hex(seed.array()).substring(0, DIGITS);
    }
}
