package io.dronedelivery.localstack.run;

import io.dronedelivery.localstack.application.Application;

/**
 * An application with its ports.
 *
 * @param name the application's name, with a number when it has several instances
 */
record ApplicationInstance(Application application, String name, int port, int managementPort) {

    String url() {
        return "http://localhost:" + port;
    }

    String health() {
        return "http://localhost:" + managementPort + "/actuator/health";
    }
}
