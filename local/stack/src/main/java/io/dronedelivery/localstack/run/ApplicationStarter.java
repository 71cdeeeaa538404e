package io.dronedelivery.localstack.run;

import io.dronedelivery.localstack.application.Application;
import io.dronedelivery.localstack.application.RunningApplication;
import io.dronedelivery.localstack.option.LocalOptions;
import io.dronedelivery.localstack.process.ApplicationProcess;
import io.dronedelivery.localstack.process.Orders;
import io.dronedelivery.localstack.run.Closing.Rank;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Starts instances of applications, in this JVM or each in a separate one, and has them stopped with the stack. Thread-safe. */
final class ApplicationStarter {

    private final LocalOptions options;
    private final ApplicationSettings settings;
    private final Class<?> mainOfAProcess;
    private final Closing closing;
    private final StartProgress progress;
    private final Map<String, Long> processes = new ConcurrentHashMap<>();

    /** @param mainOfAProcess the main class of a process */
    ApplicationStarter(
            LocalOptions options,
            ApplicationSettings settings,
            Class<?> mainOfAProcess,
            Closing closing,
            StartProgress progress) {
        this.options = options;
        this.settings = settings;
        this.mainOfAProcess = mainOfAProcess;
        this.closing = closing;
        this.progress = progress;
    }

    /**
     * Starts an instance. Returns when it accepts requests.
     *
     * @param broker the settings of the broker
     */
    void start(ApplicationInstance instance, Map<String, String> broker) throws IOException, InterruptedException {
        StartProgress.StartStep step = progress.begin(instance.name());
        Rank rank = instance.application() == Application.GATEWAY ? Rank.GATEWAY : Rank.SERVICES;
        Map<String, String> properties = settings.propertiesOf(instance, broker);
        if (options.processes().isPresent()) {
            ApplicationProcess process = closing.add(rank, instance.name(), process(instance, properties));
            processes.put(instance.name(), process.pid());
            step.done("process %d started".formatted(process.pid()));
        } else {
            Thread.currentThread().setName(instance.name() + "-start");
            closing.add(
                    rank,
                    instance.name(),
                    RunningApplication.start(instance.application(), properties, settings.arguments()));
            step.done("started");
        }
    }

    /** The process ids by the names of the instances; empty when all run in this JVM. */
    Map<String, Long> processes() {
        return Map.copyOf(processes);
    }

    private ApplicationProcess process(ApplicationInstance instance, Map<String, String> properties)
            throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>();
        properties.forEach((name, value) -> arguments.add("--" + name + "=" + value));
        arguments.addAll(settings.arguments());
        return ApplicationProcess.start(
                instance.name(),
                mainOfAProcess,
                new Orders(instance.application(), arguments),
                options.processRestarts(),
                new ApplicationProcess.Console() {
                    @Override
                    public void say(String notice) {
                        progress.say(instance.name(), notice);
                    }

                    @Override
                    public void print(String line) {
                        progress.print(line);
                    }
                });
    }
}
