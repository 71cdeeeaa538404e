package io.dronedelivery.localstack.application;

import java.util.List;
import java.util.Map;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.SpringApplication.AbandonedRunException;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.web.context.reactive.AnnotationConfigReactiveWebApplicationContext;

/** Binds and validates the settings of an application without starting it: no port, no store and no broker is touched. */
public final class SettingsCheck {

    private SettingsCheck() {}

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
                beans.getBeansWithAnnotation(ConfigurationProperties.class);
            }
            throw new AbandonedRunException();
        }
    }
}
