package io.dronedelivery.servicekit.security;

import java.net.InetAddress;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;

/** An application that asks nobody who they are listens on loopback alone, unless it is told to be open. */
final class ListeningAddress implements WebServerFactoryCustomizer<NettyReactiveWebServerFactory> {

    private static final Logger log = LoggerFactory.getLogger(ListeningAddress.class);

    private final SecurityProperties settings;

    ListeningAddress(SecurityProperties settings) {
        this.settings = settings;
    }

    /** @throws UnprotectedException when it shall listen elsewhere, too */
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
        if (wanted != null && !wanted.isLoopbackAddress()) {
            throw new UnprotectedException(wanted);
        }
        server.setAddress(wanted == null ? InetAddress.getLoopbackAddress() : wanted);
        log.info("No security.issuer is set, so nobody is asked for a token, and only this machine can call");
    }
}
