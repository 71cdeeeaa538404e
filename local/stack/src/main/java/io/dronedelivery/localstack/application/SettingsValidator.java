package io.dronedelivery.localstack.application;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.SpringApplication.AbandonedRunException;
import org.springframework.boot.web.context.reactive.AnnotationConfigReactiveWebApplicationContext;

/** Binds and validates the settings of an application without starting it: no port, no store and no broker is touched. */
public final class SettingsValidator {

    /** In the names that Spring gives beans of settings: {@code prefix-type}. */
    private static final String OWN_SETTINGS = "-io.dronedelivery.";

    /** Properties by their first word, and an application that reads them. The gateway stands for those that all read. */
    private static final Map<String, Application> READERS = Map.of(
            "delivery", Application.DELIVERY_SERVICE,
            "messaging", Application.DELIVERY_SERVICE,
            "cosmos", Application.DELIVERY_SERVICE,
            "drone", Application.DRONE_SERVICE,
            "invoice", Application.INVOICE_SERVICE);

    private SettingsValidator() {}

    /** The applications that read the arguments {@code --name=value}, one for each argument. */
    public static Set<Application> readersOf(List<String> arguments) {
        Set<Application> readers = EnumSet.noneOf(Application.class);
        for (String argument : arguments) {
            String root = argument.substring("--".length()).replaceFirst("[.=\\[].*", "");
            readers.add(READERS.getOrDefault(root, Application.GATEWAY));
        }
        return readers;
    }

    /**
     * Returns when the settings are valid.
     *
     * @param properties the properties that an operator would set
     * @param arguments further {@code --name=value}, which override the properties
     * @throws RuntimeException with the reason as its innermost cause
     */
    public static void check(Application application, Map<String, String> properties, List<String> arguments) {
        try {
            RunningApplication.builder(application)
                    .contextFactory(type -> new BoundOnly(application))
                    .run(RunningApplication.commandLine(application, properties, arguments));
        } catch (AbandonedRunException valid) {
            // As intended: there is nothing left to run.
        }
    }

    /** A context that ends once the settings are bound. */
    private static final class BoundOnly extends AnnotationConfigReactiveWebApplicationContext {

        private final Application application;

        BoundOnly(Application application) {
            this.application = application;
        }

        @Override
        protected void finishBeanFactoryInitialization(ConfigurableListableBeanFactory beans) {
            if (application == Application.GATEWAY) {
                // Its aggregations are compiled by beans, which connect to nothing before they are started.
                super.finishBeanFactoryInitialization(beans);
            } else {
                // By their names, which end with their types: a search by annotation would create beans that connect.
                Stream.of(beans.getBeanDefinitionNames())
                        .filter(name -> name.contains(OWN_SETTINGS))
                        .forEach(beans::getBean);
            }
            throw new AbandonedRunException();
        }
    }
}
