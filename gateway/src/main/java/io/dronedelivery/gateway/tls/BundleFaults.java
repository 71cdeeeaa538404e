package io.dronedelivery.gateway.tls;

import io.dronedelivery.servicekit.environment.EditDistance;
import io.netty.util.ReferenceCountUtil;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Date;
import java.util.List;
import java.util.Map;
import javax.net.ssl.KeyManager;
import javax.net.ssl.X509KeyManager;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;

/**
 * Finds what is wrong with an SSL bundle before a connection needs it: a file that cannot be read, a wrong password, a key that belongs to
 * another certificate, a certificate that is not valid now. It reads the files, so it blocks.
 */
public final class BundleFaults {

    private static final Map<String, String> SIGNATURES = Map.of(
            "RSA",
            "SHA256withRSA",
            "EC",
            "SHA256withECDSA",
            "EdDSA",
            "EdDSA",
            "Ed25519",
            "Ed25519",
            "DSA",
            "SHA256withDSA");
    private static final int MOST_ERRORS = 3;

    private BundleFaults() {}

    /** What is wrong with the bundle of that name, in words that follow the name; null when nothing is. */
    public static @Nullable String find(SslBundles bundles, String name) {
        List<String> known = bundles.getBundleNames();
        return known.contains(name) ? find(bundles.getBundle(name)) : "is no SSL bundle" + instead(known, name);
    }

    private static String instead(List<String> known, String name) {
        if (known.isEmpty()) {
            return "; there is none below spring.ssl.bundle.pem and spring.ssl.bundle.jks";
        }
        String nearest = Collections.min(known, Comparator.comparingInt(other -> EditDistance.between(name, other)));
        return EditDistance.between(name, nearest) <= MOST_ERRORS
                ? "; did you mean " + nearest + "?"
                : "; the bundles are " + String.join(", ", known);
    }

    static @Nullable String find(SslBundle bundle) {
        try {
            KeyStore trusted = bundle.getStores().getTrustStore();
            String fault = trusted == null ? null : faultInTrusted(trusted);
            if (fault == null && bundle.getStores().getKeyStore() != null) {
                fault = faultInOwn(bundle, bundle.getStores().getKeyStore());
            }
            ReferenceCountUtil.release(BackendTls.client(bundle, false));
            return fault;
        } catch (GeneralSecurityException | RuntimeException e) {
            return "cannot be used: " + words(e);
        }
    }

    /** Whether it has a private key with its certificate, which servers need. */
    static boolean hasKey(SslBundle bundle) {
        try {
            KeyStore own = bundle.getStores().getKeyStore();
            return own != null && !keys(own, bundle).isEmpty();
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    private static List<String> keys(KeyStore own, SslBundle bundle) throws GeneralSecurityException {
        String chosen = bundle.getKey().getAlias();
        List<String> keys = new ArrayList<>();
        for (String alias : Collections.list(own.aliases())) {
            if (own.isKeyEntry(alias) && (chosen == null || chosen.equals(alias))) {
                keys.add(alias);
            }
        }
        return keys;
    }

    private static @Nullable String faultInOwn(SslBundle bundle, KeyStore own) throws GeneralSecurityException {
        KeyManager[] managers = bundle.getManagers().getKeyManagers();
        for (String alias : keys(own, bundle)) {
            Certificate[] chain = own.getCertificateChain(alias);
            for (Certificate one : chain == null ? new Certificate[0] : chain) {
                String fault = one instanceof X509Certificate certificate ? faultInTime(certificate) : null;
                if (fault != null) {
                    return fault;
                }
            }
            PrivateKey key = managers.length > 0 && managers[0] instanceof X509KeyManager manager
                    ? manager.getPrivateKey(alias)
                    : null;
            if (key != null && chain != null && !match(key, chain[0].getPublicKey())) {
                return "has a private key that is not that of its certificate";
            }
        }
        return null;
    }

    /** Lists of issuers have expired ones, so that one that is valid is enough. */
    private static @Nullable String faultInTrusted(KeyStore trusted) throws GeneralSecurityException {
        String last = null;
        for (String alias : Collections.list(trusted.aliases())) {
            String fault = trusted.getCertificate(alias) instanceof X509Certificate issuer ? faultInTime(issuer) : null;
            if (fault == null) {
                return null;
            }
            last = fault;
        }
        return last == null ? "trusts nobody: its truststore is empty" : last;
    }

    private static @Nullable String faultInTime(X509Certificate certificate) {
        Date now = Date.from(Instant.now());
        String name =
                "has the certificate '" + certificate.getSubjectX500Principal().getName() + "', which ";
        if (now.after(certificate.getNotAfter())) {
            return name + "expired at " + certificate.getNotAfter().toInstant();
        }
        return now.before(certificate.getNotBefore())
                ? name + "is not valid before " + certificate.getNotBefore().toInstant()
                : null;
    }

    private static boolean match(PrivateKey key, PublicKey certified) throws GeneralSecurityException {
        String algorithm = SIGNATURES.get(key.getAlgorithm());
        if (algorithm == null || !key.getAlgorithm().equals(certified.getAlgorithm())) {
            return algorithm == null;
        }
        byte[] text = {1};
        Signature signature = Signature.getInstance(algorithm);
        signature.initSign(key);
        signature.update(text);
        byte[] signed = signature.sign();
        signature.initVerify(certified);
        signature.update(text);
        return signature.verify(signed);
    }

    /** Of all causes, because the last one often has the reason, and another one the file. */
    static String words(Throwable failure) {
        StringBuilder words = new StringBuilder();
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            String message = cause.getMessage();
            if (message != null && words.indexOf(message) < 0) {
                words.append(words.isEmpty() ? "" : ": ").append(message);
            }
        }
        return words.isEmpty() ? failure.toString() : words.toString();
    }
}
