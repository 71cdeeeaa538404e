package io.dronedelivery.house.messages;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.context.ConfigDataApplicationContextInitializer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import tools.jackson.databind.json.JsonMapper;

/** A service that publishes or consumes events: its classes, and the JSON mapper and the settings that its configuration makes. */
enum Service {
    DELIVERY("delivery"),
    DRONE("drone"),
    INVOICE("invoice");

    private final JavaClasses classes;
    private JsonMapper json = JsonMapper.shared();
    private Binder settings = new Binder();

    Service(String name) {
        classes = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("io.dronedelivery." + name);
        new ApplicationContextRunner()
                .withInitializer(new ConfigDataApplicationContextInitializer())
                .withPropertyValues("spring.config.name=" + name + "-service")
                .withConfiguration(AutoConfigurations.of(JacksonAutoConfiguration.class))
                .run(context -> {
                    json = context.getBean(JsonMapper.class);
                    settings = Binder.get(context.getEnvironment());
                });
    }

    JavaClasses classes() {
        return classes;
    }

    JsonMapper json() {
        return json;
    }

    Binder settings() {
        return settings;
    }
}
