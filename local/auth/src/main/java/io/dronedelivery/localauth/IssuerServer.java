package io.dronedelivery.localauth;

import jakarta.servlet.Filter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.session.StandardManager;
import org.apache.catalina.startup.Tomcat;
import org.apache.catalina.webresources.TomcatURLStreamHandlerFactory;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;
import org.apache.tomcat.util.modeler.Registry;
import org.springframework.security.config.BeanIds;
import org.springframework.security.oauth2.server.authorization.settings.AuthorizationServerSettings;
import org.springframework.util.FileSystemUtils;
import org.springframework.web.context.support.AnnotationConfigWebApplicationContext;
import org.springframework.web.filter.DelegatingFilterProxy;

/** A small Tomcat on loopback with Spring Security's filters and no application. */
final class IssuerServer implements AutoCloseable {

    private static final int THREADS = 8;
    private static final int CONNECTIONS = 1_000;
    /** The longest wait for a request or for its next part. */
    private static final int TIMEOUT_MILLIS = 5_000;

    private static final int KEPT_OPEN_MILLIS = 60_000;
    private static final int WAITING = 50;
    private static final int MOST_BYTES_OF_A_FORM = 16 * 1024;
    private static final int SESSIONS = 1_000;
    private static final int SESSION_MINUTES = 30;

    private final Path files;
    private final Tomcat tomcat;
    private final Connector connector;
    private final AnnotationConfigWebApplicationContext beans = new AnnotationConfigWebApplicationContext();
    private int port;

    private IssuerServer(int port) throws IOException {
        this.files = Files.createTempDirectory("local-auth-");
        this.tomcat = new ReticentTomcat(files);
        this.connector = connector(port);
    }

    static IssuerServer start(LocalAuthOptions options, SigningKeys keys) throws IOException {
        IssuerServer server = new IssuerServer(options.port);
        try {
            server.begin(options, keys);
            return server;
        } catch (LifecycleException failure) {
            server.close();
            throw new IOException(
                    "127.0.0.1:%d: the issuer could not be started: %s".formatted(options.port, failure.getMessage()),
                    failure);
        } catch (RuntimeException failure) {
            server.close();
            throw failure;
        }
    }

    private void begin(LocalAuthOptions options, SigningKeys keys) throws LifecycleException {
        // Both settings belong to the whole JVM, which other code shares.
        Registry.disableRegistry();
        TomcatURLStreamHandlerFactory.disable();
        tomcat.setSilent(true);
        tomcat.setConnector(connector);
        StandardContext context = context();
        // Binds the port, which is part of the issuer's URL. Requests are answered after the start.
        tomcat.init();
        port = connector.getLocalPort();
        beans.setServletContext(context.getServletContext());
        beans.setClassLoader(IssuerServer.class.getClassLoader());
        beans.addBeanFactoryPostProcessor(factory -> {
            factory.registerSingleton("options", options);
            factory.registerSingleton("keys", keys);
            factory.registerSingleton(
                    "settings",
                    AuthorizationServerSettings.builder().issuer(url()).build());
        });
        beans.register(IssuerConfiguration.class);
        beans.refresh();
        addFilter(context, "ownPages", new OwnPages(options.origins()));
        addFilter(
                context,
                BeanIds.SPRING_SECURITY_FILTER_CHAIN,
                new DelegatingFilterProxy(BeanIds.SPRING_SECURITY_FILTER_CHAIN, beans));
        // Tomcat calls filters only in front of a servlet.
        Tomcat.addServlet(context, "nothing", new NothingElse()).addMapping("/");
        tomcat.start();
        if (!context.getState().isAvailable()) {
            throw new LifecycleException("see the log of Tomcat");
        }
    }

    /** The URL without a trailing slash. */
    String url() {
        return "http://localhost:" + port();
    }

    int port() {
        return port;
    }

    @Override
    public void close() {
        try {
            tomcat.stop();
            tomcat.destroy();
        } catch (LifecycleException failure) {
            throw new IllegalStateException("the issuer could not be stopped", failure);
        } finally {
            beans.close();
            FileSystemUtils.deleteRecursively(files.toFile());
        }
    }

    private static Connector connector(int port) {
        Connector connector = new Connector();
        connector.setPort(port);
        connector.setProperty("address", "127.0.0.1");
        connector.setProperty("maxThreads", Integer.toString(THREADS));
        connector.setProperty("minSpareThreads", "1");
        connector.setProperty("maxConnections", Integer.toString(CONNECTIONS));
        connector.setProperty("connectionTimeout", Integer.toString(TIMEOUT_MILLIS));
        connector.setProperty("keepAliveTimeout", Integer.toString(KEPT_OPEN_MILLIS));
        connector.setProperty("acceptCount", Integer.toString(WAITING));
        connector.setMaxPostSize(MOST_BYTES_OF_A_FORM);
        connector.setXpoweredBy(false);
        connector.setThrowOnFailure(true);
        return connector;
    }

    private StandardContext context() {
        StandardContext context = (StandardContext) tomcat.addContext("", null);
        context.setParentClassLoader(IssuerServer.class.getClassLoader());
        // These checks search for leaks of a web application in a server that lives on. This server does not live on.
        context.setClearReferencesRmiTargets(false);
        context.setClearReferencesThreadLocals(false);
        // Cookies ignore ports, so another name keeps the cookie of another application on this host.
        context.setSessionCookieName("local-auth");
        context.setSessionTimeout(SESSION_MINUTES);
        StandardManager sessions = new StandardManager();
        sessions.setMaxActiveSessions(SESSIONS);
        sessions.setPathname(null);
        sessions.setSessionIdGenerator(new SessionIds());
        context.setManager(sessions);
        return context;
    }

    private static void addFilter(StandardContext context, String name, Filter filter) {
        FilterDef definition = new FilterDef();
        definition.setFilterName(name);
        definition.setFilter(filter);
        FilterMap everything = new FilterMap();
        everything.setFilterName(name);
        everything.addURLPattern("/*");
        context.addFilterDef(definition);
        context.addFilterMap(everything);
    }
}
