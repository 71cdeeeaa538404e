package io.dronedelivery.localstack.application;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.annotation.ImportCandidates;

/** The applications share their class path with the local issuer, which is made of a servlet container and Spring Security's servlet side. */
class ClassPathTest {

    @Test
    void nothing_offers_to_configure_a_servlet_application() {
        assertThat(ImportCandidates.load(AutoConfiguration.class, getClass().getClassLoader()))
                .isNotEmpty()
                .noneMatch(candidate -> candidate.startsWith("org.springframework.boot.tomcat.")
                        || candidate.startsWith("org.springframework.boot.webmvc.")
                        || candidate.startsWith("org.springframework.boot.servlet.")
                        || candidate.contains(".authorizationserver.")
                        || candidate.contains(".server.authorization."));
    }

    @Test
    void application_that_is_started_alone_takes_itself_for_a_reactive_one() {
        assertThat(WebApplicationType.deduce()).isEqualTo(WebApplicationType.REACTIVE);
    }
}
