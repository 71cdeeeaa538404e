package io.dronedelivery.gateway.tls;

import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import javax.net.ssl.SSLException;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.ssl.SslOptions;

/** Makes the TLS contexts of connections to backends from SSL bundles. */
public final class BackendTls {

    private BackendTls() {}

    /**
     * A context for clients that uses the present content of a bundle for each new connection, also after the bundle was reloaded.
     *
     * @param name of the bundle, which {@link BundleFaults} has checked
     */
    public static SslContext of(SslBundles bundles, String name) {
        ReloadedSslContext context = new ReloadedSslContext(client(bundles.getBundle(name)));
        bundles.addBundleUpdateHandler(name, bundle -> context.use(client(bundle)));
        return context;
    }

    /** @throws IllegalStateException when the bundle has something that no connection can use */
    static SslContext client(SslBundle bundle) {
        SslContextBuilder builder = SslContextBuilder.forClient()
                .trustManager(bundle.getManagers().getTrustManagerFactory())
                // Netty's default, too: without it any certificate of a trusted issuer would do.
                .endpointIdentificationAlgorithm("HTTPS");
        SslOptions options = bundle.getOptions();
        builder.protocols(options.getEnabledProtocols()).ciphers(SslOptions.asSet(options.getCiphers()));
        if (bundle.getStores().getKeyStore() != null) {
            builder.keyManager(bundle.getManagers().getKeyManagerFactory());
        }
        try {
            return builder.build();
        } catch (SSLException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }
}
