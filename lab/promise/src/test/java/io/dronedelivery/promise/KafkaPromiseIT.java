package io.dronedelivery.promise;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("whole")
class KafkaPromiseIT {

    @Test
    void what_was_accepted_is_billed_exactly_once_whatever_goes_wrong() throws Exception {
        ShortRun.on("kafka");
    }
}
