package io.dronedelivery.loadtest;

import java.time.Duration;

/**
 * The load of the original's tests: one user all the time and, from the middle of the run on, more users in steps.
 *
 * @param duration of the whole run
 * @param stepLength how long a number of users is kept before the next ones come
 * @param stepUsers how many come at each step
 * @param maxUsers how many there are after the last step, besides the one
 */
public record StepLoadProfile(Duration duration, Duration stepLength, int stepUsers, int maxUsers) {

    private static final int STEP_USERS = 4;
    private static final int MAX_USERS = 40;

    /** The original takes 480 s, of which 240 s with one user, and a step of 10 s. Any other duration keeps the proportions. */
    public static StepLoadProfile lasting(Duration duration) {
        return new StepLoadProfile(duration, duration.dividedBy(48), STEP_USERS, MAX_USERS);
    }

    /** Reads {@code profile} (full or short) or {@code duration}. */
    public static StepLoadProfile of(Settings settings) {
        String profile = settings.text("profile", "full");
        String proportional = switch (profile) {
            case "full" -> "480s";
            case "short" -> "48s";
            default -> throw Settings.bad("profile", profile, "full or short");
        };
        return of(settings, proportional);
    }

    /** Reads {@code duration}; without it the run takes the time given here. */
    public static StepLoadProfile of(Settings settings, String otherwise) {
        Duration duration = settings.duration("duration", otherwise);
        if (duration.compareTo(Duration.ofSeconds(5)) < 0) {
            throw Settings.bad("duration", settings.text("duration", otherwise), "5s or more");
        }
        return lasting(duration);
    }

    public Duration firstStep() {
        return duration.dividedBy(2);
    }

    public int steps() {
        return maxUsers / stepUsers;
    }

    /** What is left of the run after the last step has had its length. */
    public Duration plateau() {
        return duration.minus(firstStep()).minus(stepLength.multipliedBy(steps()));
    }
}
