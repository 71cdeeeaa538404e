package io.dronedelivery.servicekit.trace;

import io.micrometer.context.ContextRegistry;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Has Micrometer look for the accessors of Reactor's context now, on the thread that starts the application. It looks once, with the class
 * loader of whichever thread needs them first. A thread of the JDK's common pool has the system's class loader, which cannot see into a runnable
 * jar. No accessor would be found, and each operator that needs one would fail from then on.
 */
final class ContextAccessors implements ApplicationContextInitializer<ConfigurableApplicationContext> {

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        ContextRegistry.getInstance();
    }
}
