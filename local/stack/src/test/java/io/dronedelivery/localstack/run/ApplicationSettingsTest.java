package io.dronedelivery.localstack.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.localstack.application.Application;
import io.dronedelivery.localstack.option.LocalOptions;
import io.dronedelivery.localstack.option.OptionParser;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ApplicationSettingsTest {

    private static final String CPU = "management.metrics.enable.process.cpu.usage";

    @Test
    void one_application_of_a_jvm_has_the_meter_of_its_processor_use() throws IOException {
        assertThat(withoutCpu())
                .containsExactly(Application.DELIVERY_SERVICE, Application.DRONE_SERVICE, Application.INVOICE_SERVICE);
    }

    @Test
    void each_application_in_a_separate_process_has_that_meter() throws IOException {
        assertThat(withoutCpu("--local.processes=1")).isEmpty();
    }

    private static List<Application> withoutCpu(String... arguments) throws IOException {
        LocalOptions options = OptionParser.parse(arguments).options();
        ApplicationInstances instances = ApplicationInstances.at(options.ports(), options);
        ApplicationSettings settings = new ApplicationSettings(options, options.ports(), instances, null, null);
        return Arrays.stream(Application.values())
                .filter(application -> "false"
                        .equals(settings.propertiesOf(instances.of(application).get(0), Map.of())
                                .get(CPU)))
                .toList();
    }
}
