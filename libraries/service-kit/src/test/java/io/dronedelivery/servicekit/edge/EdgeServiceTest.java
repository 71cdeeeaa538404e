package io.dronedelivery.servicekit.edge;

import io.dronedelivery.servicekit.testing.ServiceClient;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.micrometer.metrics.test.autoconfigure.AutoConfigureMetrics;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.webtestclient.autoconfigure.AutoConfigureWebTestClient;

/** A test against the {@link EdgeApplication} over HTTP; all of them share one that is started once. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@SpringBootTest(
        classes = EdgeApplication.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {"spring.config.import=classpath:service-kit.yml", "spring.application.name=edge"})
@AutoConfigureMetrics
@AutoConfigureWebTestClient(timeout = ServiceClient.TIMEOUT)
@ExtendWith(OutputCaptureExtension.class)
@interface EdgeServiceTest {}
