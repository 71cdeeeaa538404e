package io.dronedelivery.promise;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.lab.kit.report.Check;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;

/** The promise on one broker as {@code mvn -Pwhole verify} tests it. */
final class ShortRun {

    private ShortRun() {}

    static void on(String broker) throws Exception {
        Properties given = new Properties();
        given.setProperty("promise.kills", "2");
        // A delivery costs the whole cluster some 80 ms of CPU.
        given.setProperty("promise.rate", "3");
        Stream.of("kills", "rate", "seed", "auth")
                .map("promise."::concat)
                .filter(name -> System.getProperty(name) != null)
                .forEach(name -> given.setProperty(name, System.getProperty(name)));
        given.setProperty("promise.form", "short");
        given.setProperty("promise.broker", broker);
        given.setProperty("promise.output", "target/promise-" + broker);

        List<Check> checks = Promise.run(PromiseSettings.of(given), System.out);

        assertThat(checks).isNotEmpty().allMatch(Check::holds);
    }
}
