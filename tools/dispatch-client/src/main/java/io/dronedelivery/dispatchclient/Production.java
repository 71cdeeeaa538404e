package io.dronedelivery.dispatchclient;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * @param queued messages that had waited before
 * @param inflight messages that were being sent then
 * @param errors errors since the last production, of any caller
 */
record Production(@JsonProperty(required = true) int accepted, long queued, long inflight, List<String> errors) {

    Production {
        errors = errors == null ? List.of() : List.copyOf(errors);
    }
}
