package io.dronedelivery.dispatchclient;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** {@code /internal/dead-letters} of several services. */
record DeadLettersApi(List<Service> services) {

    private static final String PATH = "/internal/dead-letters";
    private static final int NOT_FOUND = 404;

    record Service(URI uri, JsonCalls calls) {}

    /** The number of waiting dead letters of each subscription of a service. */
    static JsonNode counts(Service service) throws DispatchException, InterruptedException {
        return service.calls().get(PATH);
    }

    record ServiceSubscription(Service service, String path) {

        JsonNode page(Map<String, String> parameters) throws DispatchException, InterruptedException {
            String query = parameters.entrySet().stream()
                    .map(parameter -> parameter.getKey() + "=" + HttpUri.encoded(parameter.getValue()))
                    .collect(Collectors.joining("&", "?", ""));
            return service.calls().get(path + query);
        }

        JsonNode show(String id) throws DispatchException, InterruptedException {
            return service.calls().get(path + "/" + HttpUri.encoded(id));
        }

        /** @param what {@code resend}, {@code mend} or {@code discard} */
        JsonNode act(String id, String what, @Nullable JsonNode body) throws DispatchException, InterruptedException {
            return service.calls().post(path + "/" + HttpUri.encoded(id) + "/" + what, body);
        }

        JsonNode resendAll(JsonNode filter) throws DispatchException, InterruptedException {
            return service.calls().post(path + "/resends", filter);
        }

        JsonNode job(String id) throws DispatchException, InterruptedException {
            return service.calls().get(jobPath(id));
        }

        JsonNode stop(String id) throws DispatchException, InterruptedException {
            return service.calls().delete(jobPath(id));
        }

        /** The address of a job, to query and to stop it. */
        String jobUri(String id) {
            return service.uri() + jobPath(id);
        }

        private String jobPath(String id) {
            return path + "/resends/" + HttpUri.encoded(id);
        }
    }

    /** Finds the service that has a subscription. It queries the subscription's jobs, since that costs the broker nothing. */
    ServiceSubscription subscription(String name) throws DispatchException, InterruptedException {
        @Nullable DispatchException failure = null;
        for (Service service : services) {
            ServiceSubscription found = new ServiceSubscription(service, PATH + "/" + HttpUri.encoded(name));
            try {
                service.calls().get(found.path() + "/resends");
                return found;
            } catch (DispatchException e) {
                // A service that refuses or does not answer may be the one that has it.
                failure = failure == null || failure.status() == NOT_FOUND ? e : failure;
            }
        }
        throw failure == null ? DispatchException.refused(NOT_FOUND, "There is no --uri", null) : failure;
    }
}
