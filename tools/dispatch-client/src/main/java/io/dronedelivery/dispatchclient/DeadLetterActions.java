package io.dronedelivery.dispatchclient;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** One call for each of the given dead letters. */
final class DeadLetterActions {

    private DeadLetterActions() {}

    /**
     * Calls the same action for each; continues when one is refused.
     *
     * @param what {@code resend}, {@code mend} or {@code discard}
     * @return the exit code
     */
    static int each(ServiceOptions service, String subscription, List<String> ids, String what, @Nullable JsonNode body)
            throws InterruptedException {
        DeadLettersApi.ServiceSubscription found;
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
