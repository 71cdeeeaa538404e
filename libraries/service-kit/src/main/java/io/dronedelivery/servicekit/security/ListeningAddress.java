package io.dronedelivery.servicekit.security;

import io.dronedelivery.servicekit.environment.RefusedStartException;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;

/**
 * An application without an issuer listens on loopback alone, unless the settings say that it is open. It looks at the address of the management
 * port, too, which opens later: nothing may listen by then.
 *
 * @param management where the management port is to listen; null when that is not configured, or there is no separate port
 */
record ListeningAddress(
        SecurityProperties settings, @Nullable InetAddress management)
        implements WebServerFactoryCustomizer<NettyReactiveWebServerFactory> {

    private static final Logger log = LoggerFactory.getLogger(ListeningAddress.class);

    /** @throws RefusedStartException when it shall listen elsewhere, too */
    @Override
    public void customize(NettyReactiveWebServerFactory server) {
        if (settings.issuer() != null) {
            return;
        }
        if (settings.open()) {
            log.warn(
                    "security.open=true: whoever reaches this application may do everything, nobody is asked for a token");
            return;
        }
        InetAddress wanted = server.getAddress();
        requireLoopback("server.address", wanted);
        requireLoopback("management.server.address", management);
        server.setAddress(wanted == null ? InetAddress.getLoopbackAddress() : wanted);
        log.info("No security.issuer is set, so nobody is asked for a token, and only this machine can call");
    }

    private static void requireLoopback(String property, @Nullable InetAddress address) {
        if (address != null && !address.isLoopbackAddress()) {
            throw new RefusedStartException(
                    property + "=" + address.getHostAddress()
                            + " can be reached from other machines, but without security.issuer nobody would be asked for a token.",
                    "Set security.issuer and security.audience; or leave " + property
                            + " out, then only this machine can call; or set"
                            + " security.open=true if everybody who reaches it may do everything.",
                    null);
        }
    }
}
