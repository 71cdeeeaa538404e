package io.dronedelivery.promise;

import static org.assertj.core.api.Assertions.assertThatCode;

import io.dronedelivery.promise.cluster.OtherBuild;
import io.dronedelivery.promise.cluster.OtherBuild.SourceChange;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Whether the broken builds and the coming version can still be made; only tests with a cluster make them. */
class BrokenBuildsTest {

    @ParameterizedTest
    @FieldSource("io.dronedelivery.promise.BrokenBuilds#ALL")
    void what_a_broken_build_takes_away_is_in_the_source(SourceChange change) {
        assertThatCode(() -> OtherBuild.changed(List.of(change))).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @FieldSource("io.dronedelivery.promise.ComingVersion#ALL")
    void what_a_coming_version_changes_is_in_the_source(SourceChange change) {
        assertThatCode(() -> OtherBuild.changed(List.of(change))).doesNotThrowAnyException();
    }
}
