package io.dronedelivery.dispatchclient;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** One call for each of some dead letters. */
final class DeadLetterActions {

    private DeadLetterActions() {}

    /**
     * Does the same to each; goes on when one is refused.
     *
     * @param what resend, mend or discard
     * @return the exit code
     */
    static int each(ServiceOptions service, String subscription, List<String> ids, String what, @Nullable JsonNode body)
            throws InterruptedException {
        DeadLettersApi.Subscription found;
        try {
            found = service.api().subscription(subscription);
        } catch (DispatchException e) {
            return service.failed(e);
        }
        int exitCode = ServiceOptions.DONE;
        for (String id : ids) {
            try {
                JsonNode done = found.act(id, what, body);
                service.print(
                        service.isJson()
                                ? done.toString()
                                : id + " (event " + done.path("eventId").asString() + ") was "
                                        + done.path("what").asString());
            } catch (DispatchException e) {
                exitCode = Math.max(exitCode, service.failed(e));
            }
        }
        return exitCode;
    }
}
