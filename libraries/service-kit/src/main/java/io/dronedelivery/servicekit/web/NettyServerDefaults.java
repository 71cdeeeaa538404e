package io.dronedelivery.servicekit.web;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * Makes reactor-netty's server finish a request before it begins the next one of the connection. Otherwise, when an answer ends on
 * another thread than its connection's event loop, the client's next request can begin before the last one is finished. It is then
 * taken for a part of that one: it may never be answered, or the connection counts as busy for ever and the shutdown of the
 * application waits for it in vain.
 *
 * <p>The setting is reactor-netty's own, holds for the whole JVM and is read once. It is meant for sending the answers of pipelined
 * requests together; what is used here is that it ends the last request first. 1.2.18 fixes the cause but has a new defect (issue
 * 4361).
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
