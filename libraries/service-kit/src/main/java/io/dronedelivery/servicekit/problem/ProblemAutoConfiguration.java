package io.dronedelivery.servicekit.problem;

import jakarta.validation.Validator;
import jakarta.validation.constraints.NotNull;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.validation.autoconfigure.ValidationAutoConfiguration;
import org.springframework.boot.webflux.autoconfigure.error.ErrorWebFluxAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/** Takes the place of Boot's error page. */
@AutoConfiguration(before = ErrorWebFluxAutoConfiguration.class, after = ValidationAutoConfiguration.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
class ProblemAutoConfiguration {

    @Bean
    ProblemExceptionHandler problemExceptionHandler(ObjectProvider<ProblemMapping> mappings, Environment environment) {
        return new ProblemExceptionHandler(
                mappings.orderedStream().toList(),
                environment.getProperty("spring.application.name", "application"),
                environment.getProperty("service-kit.logs.failure-lines", Integer.class, 50));
    }

    /** The first broken constraint reads its message from a jar; that is done here, so that no event loop has to. */
    @Bean
    @ConditionalOnBean(Validator.class)
    SmartInitializingSingleton validationMessages(Validator validator) {
        record Nameless(@NotNull @Nullable String name) {}
        return () -> validator.validate(new Nameless(null));
    }
}
