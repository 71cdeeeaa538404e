package io.dronedelivery.gateway.aggregation;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.dronedelivery.gateway.backend.Backends;
import io.dronedelivery.gateway.backend.answer.ContentTypes;
import io.dronedelivery.gateway.endpoint.EndpointAccess;
import io.dronedelivery.gateway.settings.AggregationProperties.WhenAbsent;
import io.dronedelivery.gateway.settings.Priority;
import io.dronedelivery.gateway.template.PathTemplate;
import io.dronedelivery.gateway.template.TargetTemplate;
import io.dronedelivery.gateway.testing.TestGateway;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An aggregation that is made in Java is checked like one of the settings. */
class AggregationTest {

    @Test
    void a_part_may_not_take_longer_than_the_whole() {
        try (TestGateway gateway = TestGateway.start()) {
            Part part = new Part(
                    "it",
                    gateway.bean(Backends.class).find("drone"),
                    TargetTemplate.parse("/it"),
                    Duration.ofSeconds(5),
                    true,
                    WhenAbsent.FAIL,
                    WhenAbsent.FAIL,
                    List.of(),
                    new ContentTypes(List.of("application/json")),
                    "",
                    PartOptions.NONE);

            assertThatIllegalArgumentException()
                    .isThrownBy(() -> of(List.of(part)))
                    .withMessageContaining("part 'it'")
                    .withMessageContaining("above the deadline");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> of(List.of()))
                    .withMessageContaining("at least one part");
        }
    }

    private static Aggregation of(List<Part> parts) {
        return new Aggregation(
                "made",
                PathTemplate.parse("/made"),
                List.of(),
                EndpointAccess.PUBLIC,
                List.of(),
                Duration.ofSeconds(3),
                Priority.NORMAL,
                false,
                1,
                false,
                false,
                parts,
                new Aggregation.AggregationDocumentation("", "", List.of()));
    }
}
