package io.dronedelivery.localstack.run;

import com.azure.cosmos.CosmosException;
import io.dronedelivery.servicekit.environment.WrongSetting;
import org.springframework.core.NestedExceptionUtils;

/** A part could not be started. The message names the part and the reason. */
public final class StartFailure extends Exception {

    private static final long serialVersionUID = 1L;

    StartFailure(String part, Throwable cause) {
        super(part + " could not be started: " + reason(cause), cause);
    }

    /** The part of a failure's causes that helps a person. */
    public static String reason(Throwable cause) {
        String wrongSetting = WrongSetting.explain(cause);
        if (wrongSetting != null) {
            return wrongSetting;
        }
        Throwable root = NestedExceptionUtils.getMostSpecificCause(cause);
        // The long message of a CosmosException is its whole diagnostics.
        String message = root instanceof CosmosException cosmos ? cosmos.getShortMessage() : root.getMessage();
        return message == null || message.isBlank() ? root.toString() : message.strip();
    }
}
