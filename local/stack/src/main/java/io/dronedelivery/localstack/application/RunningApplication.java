package io.dronedelivery.localstack.application;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.http.client.ReactorResourceFactory;
import reactor.netty.resources.ConnectionProvider;
import reactor.netty.resources.LoopResources;

/** An application in a Spring context, with separate ports and event loops. */
public final class RunningApplication implements AutoCloseable {

    private final Application application;
    private final ConfigurableApplicationContext context;

    private RunningApplication(Application application, ConfigurableApplicationContext context) {
        this.application = application;
        this.context = context;
    }

    /**
     * Starts an application. Returns when it accepts requests.
     *
     * @param properties the properties that an operator would set
     * @param arguments further {@code --name=value}, which override the properties
     */
    public static RunningApplication start(
            Application application, Map<String, String> properties, List<String> arguments) {
        ConfigurableApplicationContext context = builder(application)
                .initializers(created -> useOwnEventLoops(application, (GenericApplicationContext) created))
                .run(commandLine(application, properties, arguments));
        return new RunningApplication(application, context);
    }

    /** The application as it runs here, which logs nothing of its start and ends with the launcher. */
    static SpringApplicationBuilder builder(Application application) {
        return application
                .builder()
                // Set explicitly, because the local issuer brings the classes of a servlet container onto this class
                // path.
                .web(WebApplicationType.REACTIVE)
                .bannerMode(Banner.Mode.OFF)
                .logStartupInfo(false)
                .registerShutdownHook(false);
    }

    /** The properties as arguments, with those that every application here has; the arguments override them. */
    static String[] commandLine(Application application, Map<String, String> properties, List<String> arguments) {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("spring.autoconfigure.exclude", application.exclusions());
        all.put("spring.main.banner-mode", "off");
        all.put("server.address", "127.0.0.1");
        // Meters of one application must not appear in the others.
        all.put("management.metrics.use-global-registry", "false");
        all.putAll(properties);
        return merge(all, arguments);
    }

    public Application application() {
        return application;
    }

    public int port() {
        return context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
    }

    public String url() {
        return "http://localhost:" + port();
    }

    /** Lets requests in flight end, then stops. */
    @Override
    public void close() {
        context.close();
    }

    /**
     * By default all contexts of a JVM share reactor-netty's global event loops, and the first context to close ends them for the others.
     * Separate loops also carry the application's name into the log.
     */
    private static void useOwnEventLoops(Application application, GenericApplicationContext context) {
        context.registerBean(ReactorResourceFactory.class, () -> {
            ReactorResourceFactory resources = new ReactorResourceFactory();
            resources.setUseGlobalResources(false);
            resources.setLoopResourcesSupplier(() -> LoopResources.create(application.label()));
            resources.setConnectionProviderSupplier(() -> ConnectionProvider.create(application.label()));
            resources.setShutdownQuietPeriod(Duration.ZERO);
            resources.setShutdownTimeout(Duration.ofSeconds(2));
            return resources;
        });
    }

    private static String[] merge(Map<String, String> properties, List<String> arguments) {
        Map<String, String> merged = new LinkedHashMap<>();
        properties.forEach((name, value) -> merged.put("--" + name, "--" + name + "=" + value));
        for (String argument : arguments) {
            int equals = argument.indexOf('=');
            merged.put(equals < 0 ? argument : argument.substring(0, equals), argument);
        }
        return merged.values().toArray(String[]::new);
    }
}
