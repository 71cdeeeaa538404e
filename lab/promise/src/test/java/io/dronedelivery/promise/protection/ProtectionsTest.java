package io.dronedelivery.promise.protection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.dronedelivery.promise.house.OtherBuild;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Whether the broken builds could still be made; the profile broken-builds makes them. */
class ProtectionsTest {

    @ParameterizedTest
    @FieldSource("io.dronedelivery.promise.protection.Protections#ALL")
    void what_is_taken_away_is_there_and_so_is_the_test_that_has_to_notice(Protection protection) throws IOException {
        assertThatCode(() -> OtherBuild.changed(protection.changes())).doesNotThrowAnyException();
        assertThat(Files.readString(
                        OtherBuild.repository().resolve(protection.test().source())))
                .contains("void " + protection.test().name() + "(");
    }

    @Test
    void each_promise_that_has_tests_of_one_module_has_a_broken_build() {
        assertThat(Protections.ALL).extracting(Protection::promise).contains(2, 3, 4, 5, 6, 7, 8, 9, 10);
    }
}
