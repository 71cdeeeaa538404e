package io.dronedelivery.invoice;

import io.dronedelivery.servicekit.testing.ReferencePage;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReferenceTest {

    @Test
    void the_page_of_settings_is_what_the_code_says() {
        ReferencePage.check(List.of());
    }
}
