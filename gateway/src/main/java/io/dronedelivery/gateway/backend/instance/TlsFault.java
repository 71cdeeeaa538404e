package io.dronedelivery.gateway.backend.instance;

import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertPathValidatorException.BasicReason;
import java.security.cert.CertificateExpiredException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Says why a connection has no TLS. */
final class TlsFault {

    private static final Pattern OTHER_HOST = Pattern.compile("No (?:subject alternative|name matching)");
    /** Java names the host but where the certificate has none at all. Netty adds it where TLS is that of OpenSSL. */
    private static final Pattern HOST = Pattern.compile("(?:peerHost=|matching (?:IP address )?)([^ ]+)");

    private static final Pattern CLIENT_CERTIFICATE = Pattern.compile(
            "alert.*(?:certificate_required|bad_certificate|unknown_ca|certificate_unknown|certificate_expired"
                    + "|unsupported_certificate)");

    private TlsFault() {}

    /** Words that follow the backend's name; null when the failure is not one of TLS. */
    static @Nullable String describe(Throwable failure) {
        boolean secured = false;
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            secured |= cause instanceof SSLException;
            String known = secured ? known(cause) : null;
            if (known != null) {
                return known;
            }
        }
        return secured ? "cannot be trusted, TLS failed" : null;
    }

    private static @Nullable String known(Throwable cause) {
        String message = String.valueOf(cause.getMessage());
        if (OTHER_HOST.matcher(message).find()) {
            Matcher host = HOST.matcher(message);
            return "cannot be trusted, its certificate is not for "
                    + (host.find() ? "'" + host.group(1) + "'" : "its host");
        }
        if (cause instanceof CertificateExpiredException
                || cause instanceof CertPathValidatorException path && path.getReason() == BasicReason.EXPIRED) {
            return "cannot be trusted, its certificate has expired";
        }
        if (cause instanceof CertPathBuilderException) {
            return "cannot be trusted, the issuer of its certificate is not trusted";
        }
        if (cause instanceof SSLException
                && CLIENT_CERTIFICATE.matcher(message.toLowerCase(Locale.ROOT)).find()) {
            return "refused the gateway's certificate, or asks for one";
        }
        return null;
    }
}
