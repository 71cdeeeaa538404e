package io.dronedelivery.loadtest.lab;

import io.dronedelivery.loadtest.Settings;
import io.dronedelivery.loadtest.StepLoadProfile;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;

/** How long an experiment takes, and whether its figures say how fast something is. */
enum LabProfile {

    /** The times of the published tests. */
    FULL("480s", Duration.ofSeconds(15), Duration.ofSeconds(10), 1, true),

    /** A tenth of the load's time. */
    SHORT("48s", Duration.ofSeconds(15), Duration.ofSeconds(10), 1, true),

    /** Shows within a minute that the experiment works. Two tests run at the same time and disturb each other: no speed is judged. */
    BUILD("5s", Duration.ofSeconds(1), Duration.ofSeconds(5), 2, false);

    private final String load;
    private final Duration warmUp;
    private final Duration ceiling;
    private final int testsAtATime;
    private final boolean judgesSpeed;

    LabProfile(String load, Duration warmUp, Duration ceiling, int testsAtATime, boolean judgesSpeed) {
        this.load = load;
        this.warmUp = warmUp;
        this.ceiling = ceiling;
        this.testsAtATime = testsAtATime;
        this.judgesSpeed = judgesSpeed;
    }

    /** @throws IllegalArgumentException when {@code profile} is none of these */
    static LabProfile of(Settings settings) {
        String text = settings.text("profile", "full");
        return Arrays.stream(values())
                .filter(profile -> profile.text().equals(text))
                .findFirst()
                .orElseThrow(() -> Settings.bad("profile", text, "full, short or build"));
    }

    /** As it is written on the command line. */
    String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The load of each test: the profile's time, or {@code duration} where it is given. */
    StepLoadProfile load(Settings settings) {
        return StepLoadProfile.of(settings, load);
    }

    /** Time of the calls that come before the load. */
    Duration warmUp() {
        return warmUp;
    }

    /** Time of the load on a trivial endpoint. */
    Duration ceiling() {
        return ceiling;
    }

    int testsAtATime() {
        return testsAtATime;
    }

    /** Whether checks whose outcome depends on the machine's speed are made. */
    boolean judgesSpeed() {
        return judgesSpeed;
    }
}
