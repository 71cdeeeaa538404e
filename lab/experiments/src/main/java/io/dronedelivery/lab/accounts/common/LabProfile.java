package io.dronedelivery.lab.accounts.common;

import io.dronedelivery.loadtest.Settings;
import java.util.Arrays;
import java.util.Locale;

/** How long an experiment takes, and whether its figures say how fast something is. */
public enum LabProfile {

    /** The times of the published tests. */
    FULL,

    /** As short as the checks of speed allow. */
    SHORT,

    /** Shows within a minute that the experiment works. Parts of it may run at the same time and disturb each other: no speed is judged. */
    BUILD;

    /** @throws IllegalArgumentException when {@code profile} is none of these */
    static LabProfile of(Settings settings) {
        String text = settings.text("profile", "full");
        return Arrays.stream(values())
                .filter(profile -> profile.text().equals(text))
                .findFirst()
                .orElseThrow(() -> Settings.bad("profile", text, "full, short or build"));
    }

    /** As it is written on the command line. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether checks whose outcome depends on the machine's speed are made. */
    public boolean judgesSpeed() {
        return this != BUILD;
    }
}
