package io.dronedelivery.lab.accounts.scaleout;

import io.dronedelivery.lab.accounts.common.LabSettings;
import io.dronedelivery.lab.accounts.workers.WorkersStack;
import io.dronedelivery.loadtest.Settings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What to run.
 *
 * @param queue its design
 * @param tests in their order
 */
record ScaleOutSettings(LabSettings lab, String queue, ScaleOutTimes times, List<ScaleOutTest> tests) {

    /** The emulator's and Azure's default. */
    private static final int DELIVERIES = 10;

    private static final Duration WORK_UNDER_LOCK = Duration.ofMillis(100);

    /** @throws IllegalArgumentException naming the setting that is wrong and what is expected */
    static ScaleOutSettings of(LabSettings lab, Settings settings) {
        return new ScaleOutSettings(
                lab,
                "servicebus",
                ScaleOutTimes.of(lab.profile()),
                ScaleOutTest.chosen(settings.text("lab.tests", "")));
    }

    /** Options of the launcher, by name. */
    Map<String, String> stackOptions(ScaleOutTest test) {
        Duration work = work(test);
        Map<String, String> options =
                WorkersStack.options(queue, test.users(), 2 * test.users(), 1, test.prefetch(), work);
        String locks = "invoice.pricing.servicebus.";
        options.put(locks + "expected-handler-time", work.toMillis() + "ms");
        if (test.lock() != null) {
            options.put(locks + "lock-duration", test.lock().toSeconds() + "s");
            options.put("local.service-bus.job-locks", test.lock().toSeconds() + "s/" + DELIVERIES);
        }
        if (test.kind() == ScaleOutTest.ScaleOutKind.AUTOSCALER) {
            String autoscaler = "invoice.pricing.autoscaler.";
            options.put(autoscaler + "enabled", "true");
            options.put(autoscaler + "interval", times.interval().toMillis() + "ms");
            options.put(autoscaler + "max", Integer.toString(times.most()));
        }
        return options;
    }

    /** How long a worker is busy with a number. */
    Duration work(ScaleOutTest test) {
        return test.kind() == ScaleOutTest.ScaleOutKind.LOCKS ? WORK_UNDER_LOCK : times.work();
    }

    /** Of the JVM of the stack. */
    List<String> jvmArguments(ScaleOutTest test) {
        List<String> arguments = new ArrayList<>(lab.stackJvmArguments());
        if (test.kind() == ScaleOutTest.ScaleOutKind.LOCKS) {
            // Without it the application refuses to start: the SDK could not hold that many messages.
            arguments.add("-Dreactor.bufferSize.small=4096");
        }
        return arguments;
    }

    Path output() {
        return lab.output().resolve(ScaleOut.NAME);
    }
}
