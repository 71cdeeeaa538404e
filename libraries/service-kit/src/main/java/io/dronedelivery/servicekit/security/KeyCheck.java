package io.dronedelivery.servicekit.security;

import io.dronedelivery.servicekit.environment.RefusedStartException;
import java.util.List;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.Environment;

/** Looks for keys before the first bean is made. */
final class KeyCheck implements ApplicationContextInitializer<ConfigurableApplicationContext> {

    /** @throws RefusedStartException when one is set that is refused */
    @Override
    public void initialize(ConfigurableApplicationContext context) {
        Environment environment = context.getEnvironment();
        KeyProperties keys = Binder.get(environment).bindOrCreate("service-kit.keys", KeyProperties.class);
        if (keys.allowed()) {
            return;
        }
        List<String> set = keys.refused().stream()
                .filter(setting -> !environment.getProperty(setting, "").isBlank())
                .toList();
        if (!set.isEmpty()) {
            throw new RefusedStartException(
                    "A key or a password is set where the service signs in with its identity: "
                            + String.join(", ", set),
                    "Take the setting away, or choose keys with service-kit.keys.allowed=true.",
                    null);
        }
    }
}
