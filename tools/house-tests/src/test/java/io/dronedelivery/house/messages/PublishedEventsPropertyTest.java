package io.dronedelivery.house.messages;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.house.messages.Publishers.Written;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What the services publish, made by their own code of values from one extreme to the other. */
class PublishedEventsPropertyTest {

    /** Without jqwik's own edge cases: the values have their extremes already, and combining them takes long. */
    @Property(tries = 200, seed = "17", edgeCases = EdgeCasesMode.NONE)
    void an_event_keeps_to_the_schema_of_its_type(@ForAll("written") Written written) {
        assertThat(written.events())
                .isNotEmpty()
                .allSatisfy(event -> assertThat(MessagesTest.violations(event))
                        .as(written.publisher())
                        .isEmpty());
    }

    @Provide
    Arbitrary<Written> written() {
        return Publishers.any();
    }
}
