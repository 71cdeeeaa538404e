package io.dronedelivery.loadtest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StepLoadProfileTest {

    @Test
    void the_full_profile_is_the_originals() {
        StepLoadProfile profile = StepLoadProfile.of(new Settings(name -> null));

        assertThat(profile.duration()).isEqualTo(Duration.ofSeconds(480));
        assertThat(profile.firstStep()).isEqualTo(Duration.ofSeconds(240));
        assertThat(profile.stepLength()).isEqualTo(Duration.ofSeconds(10));
        assertThat(profile.steps()).isEqualTo(10);
        assertThat(profile.stepUsers()).isEqualTo(4);
        assertThat(profile.plateau()).isEqualTo(Duration.ofSeconds(140));
    }

    @Test
    void the_short_profile_is_a_tenth_of_it() {
        StepLoadProfile profile = StepLoadProfile.of(new Settings(Map.of("profile", "short")::get));

        assertThat(profile.duration()).isEqualTo(Duration.ofSeconds(48));
        assertThat(profile.stepLength()).isEqualTo(Duration.ofSeconds(1));
        assertThat(profile.plateau()).isEqualTo(Duration.ofSeconds(14));
    }

    @Test
    void bad_settings_are_named_with_what_is_expected() {
        assertThatThrownBy(() -> StepLoadProfile.of(new Settings(Map.of("profile", "long")::get)))
                .hasMessage("-Dprofile=long: expected is full or short");
        assertThatThrownBy(() -> StepLoadProfile.of(new Settings(Map.of("duration", "1s")::get)))
                .hasMessage("-Dduration=1s: expected is 5s or more");
        assertThatThrownBy(() ->
                        new Settings(Map.of("base.url", "localhost")::get).baseUrl("base.url", "http://localhost"))
                .hasMessage("-Dbase.url=localhost: expected is a URL such as http://localhost");
        assertThatThrownBy(() -> OwnerMonths.of(new Settings(Map.of("owners", "none")::get)))
                .hasMessage("-Downers=none: expected is a whole number from 1 to 10000000");
        assertThatThrownBy(() -> OwnerMonths.of(new Settings(Map.of("years", "now")::get)))
                .hasMessage("-Dyears=now: expected is years such as 2025,2026");
    }
}
