package io.dronedelivery.servicekit.web;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.env.EnvironmentPostProcessor;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * Has reactor-netty's server take leave of a request before it begins the connection's next one. Otherwise, when an answer ends on
 * another thread than its connection's, a client can send the next request sooner than the last one is taken leave of. The next request
 * then takes the last one for its connection: it may never be answered, or the connection counts as busy for ever, and the end of the
 * application waits for it in vain.
 *
 * <p>The setting is reactor-netty's own, of the whole JVM, and read once. It has been made for pipelined requests, whose answers it sends
 * together; what is of use here is that it ends the last request first. 1.2.18 mends the cause and brings another one (issue 4361).
 *
 * @see <a href="https://github.com/reactor/reactor-netty/issues/4188">reactor-netty 4188</a>
 */
final class NettyServerDefaults implements EnvironmentPostProcessor {

    private static final String END_LAST_REQUEST_FIRST = "reactor.netty.http.server.lastFlushWhenNoRead";

    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
        if (System.getProperty(END_LAST_REQUEST_FIRST) == null) {
            System.setProperty(END_LAST_REQUEST_FIRST, "true");
        }
    }
}
