package io.dronedelivery.gateway.tls;

import io.dronedelivery.servicekit.environment.EditDistance;
import io.netty.util.ReferenceCountUtil;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import javax.net.ssl.KeyManager;
import javax.net.ssl.X509KeyManager;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.info.SslInfo;
import org.springframework.boot.info.SslInfo.BundleInfo;
import org.springframework.boot.info.SslInfo.CertificateChainInfo;
import org.springframework.boot.info.SslInfo.CertificateInfo;
import org.springframework.boot.info.SslInfo.CertificateValidityInfo;
import org.springframework.boot.ssl.DefaultSslBundleRegistry;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;

/**
 * Finds what is wrong with an SSL bundle before a connection needs it: a file that cannot be read, a wrong password, a key that belongs to
 * another certificate, a certificate that is not valid now. It reads the files, so it blocks.
 */
public final class BundleFaults {

    /** By the algorithm of the key. Keys of others are not compared. */
    private static final Map<String, String> SIGNATURES =
            Map.of("RSA", "SHA256withRSA", "EC", "SHA256withECDSA", "EdDSA", "EdDSA");

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
            BundleInfo read = new SslInfo(new DefaultSslBundleRegistry("it", bundle)).getBundle("it");
            String fault = faultInTrusted(read.getTrustStoreCertificateChains());
            KeyStore own = bundle.getStores().getKeyStore();
            if (fault == null && own != null) {
                fault = faultInOwn(bundle, own, read.getCertificateChains());
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

    private static @Nullable String faultInOwn(SslBundle bundle, KeyStore own, List<CertificateChainInfo> chains)
            throws GeneralSecurityException {
        KeyManager[] managers = bundle.getManagers().getKeyManagers();
        List<String> keys = keys(own, bundle);
        for (CertificateChainInfo chain : chains) {
            for (CertificateInfo certificate : chain.getCertificates()) {
                String fault = keys.contains(chain.getAlias()) ? faultInTime(certificate) : null;
                if (fault != null) {
                    return fault;
                }
            }
        }
        for (String alias : keys) {
            PrivateKey key = managers.length > 0 && managers[0] instanceof X509KeyManager manager
                    ? manager.getPrivateKey(alias)
                    : null;
            if (key != null && !match(key, own.getCertificate(alias).getPublicKey())) {
                return "has a private key that is not that of its certificate";
            }
        }
        return null;
    }

    /** Lists of issuers have expired ones, so that one that is valid is enough. */
    private static @Nullable String faultInTrusted(List<CertificateChainInfo> issuers) {
        String last = null;
        for (CertificateChainInfo issuer : issuers) {
            for (CertificateInfo certificate : issuer.getCertificates()) {
                last = faultInTime(certificate);
                if (last == null) {
                    return null;
                }
            }
        }
        return last;
    }

    private static @Nullable String faultInTime(CertificateInfo certificate) {
        CertificateValidityInfo validity = certificate.getValidity();
        if (validity == null || validity.getStatus().isValid()) {
            return null;
        }
        return "has the certificate '" + certificate.getSubject() + "', which "
                + (validity.getStatus() == CertificateValidityInfo.Status.EXPIRED
                        ? "expired at " + certificate.getValidityEnds()
                        : "is not valid before " + certificate.getValidityStarts());
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
