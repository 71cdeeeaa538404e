package io.dronedelivery.localauth;

import java.security.Provider;
import java.security.SecureRandomSpi;
import java.security.Security;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/** Until it is closed, whoever makes a generator of random numbers in this JVM, by name or not, gets one whose first draw takes 150 ms. */
final class SlowRandom implements AutoCloseable {

    private static final String PROVIDER = "Slow";
    private static final AtomicBoolean ASKED = new AtomicBoolean();

    private SlowRandom() {}

    static SlowRandom install() {
        ASKED.set(false);
        Provider provider = new Provider(PROVIDER, "1", "slow random numbers") {};
        provider.put("SecureRandom.SHA1PRNG", Slow.class.getName());
        Security.insertProviderAt(provider, 1);
        return new SlowRandom();
    }

    boolean wasAsked() {
        return ASKED.get();
    }

    @Override
    public void close() {
        Security.removeProvider(PROVIDER);
    }

    /** Made by {@link java.security.SecureRandom}. */
    public static final class Slow extends SecureRandomSpi {

        private static final long NANOS = 150_000_000;

        private final AtomicBoolean drawn = new AtomicBoolean();
        private final Random numbers = new Random();

        @Override
        protected void engineSetSeed(byte[] seed) {}

        @Override
        protected void engineNextBytes(byte[] bytes) {
            ASKED.set(true);
            if (drawn.compareAndSet(false, true)) {
                LockSupport.parkNanos(NANOS);
            }
            numbers.nextBytes(bytes);
        }

        @Override
        protected byte[] engineGenerateSeed(int length) {
            return new byte[length];
        }
    }
}
