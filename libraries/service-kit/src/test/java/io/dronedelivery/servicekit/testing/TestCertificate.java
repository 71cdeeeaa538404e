package io.dronedelivery.servicekit.testing;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;

/** A certificate for a server of a test. Who uses it needs {@code netty-pkitesting}. */
public final class TestCertificate {

    private TestCertificate() {}

    /** One for {@code localhost} that nobody has signed but itself, and its key. */
    public static X509Bundle forLocalhost() {
        try {
            return new CertificateBuilder()
                    .subject("CN=localhost")
                    .addSanDnsName("localhost")
                    .setIsCertificateAuthority(true)
                    .buildSelfSigned();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
