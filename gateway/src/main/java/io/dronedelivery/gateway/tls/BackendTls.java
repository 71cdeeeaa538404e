package io.dronedelivery.gateway.tls;

import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolNames;
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
     * @param http2 whether the connections are for HTTP/2
     */
    public static SslContext of(SslBundles bundles, String name, boolean http2) {
        ReloadedSslContext context = new ReloadedSslContext(client(bundles.getBundle(name), http2));
        bundles.addBundleUpdateHandler(name, bundle -> context.use(client(bundle, http2)));
        return context;
    }

    /** @throws IllegalStateException when the bundle has something that no connection can use */
    static SslContext client(SslBundle bundle, boolean http2) {
        SslContextBuilder builder = SslContextBuilder.forClient()
                .trustManager(bundle.getManagers().getTrustManagerFactory())
                // Netty's default, too: without it any certificate of a trusted issuer would do.
                .endpointIdentificationAlgorithm("HTTPS");
        SslOptions options = bundle.getOptions();
        builder.protocols(options.getEnabledProtocols()).ciphers(SslOptions.asSet(options.getCiphers()));
        if (bundle.getStores().getKeyStore() != null) {
            builder.keyManager(bundle.getManagers().getKeyManagerFactory());
        }
        if (http2) {
            builder.applicationProtocolConfig(new ApplicationProtocolConfig(
                    ApplicationProtocolConfig.Protocol.ALPN,
                    SelectorFailureBehavior.NO_ADVERTISE,
                    SelectedListenerFailureBehavior.ACCEPT,
                    ApplicationProtocolNames.HTTP_2));
        }
        try {
            return builder.build();
        } catch (SSLException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }
}
