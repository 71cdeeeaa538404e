package io.dronedelivery.dispatchclient;

import tools.jackson.databind.JsonNode;

/** {@code /internal/reconciliation} of delivery-service. */
record AuditsApi(JsonCalls calls) {

    private static final String PATH = "/internal/reconciliation";

    JsonNode list() throws DispatchException, InterruptedException {
        return calls.get(PATH);
    }

    JsonNode show(String id) throws DispatchException, InterruptedException {
        return calls.get(PATH + "/" + HttpUri.encoded(id));
    }

    /** Begins an audit, or finds an unfinished one for the same time span. */
    JsonNode begin(String from, String to) throws DispatchException, InterruptedException {
        return calls.post(PATH + "?from=" + HttpUri.encoded(from) + "&to=" + HttpUri.encoded(to), null);
    }

    static String line(JsonNode audit) {
        return "%s  %s to %s  %-10s %d compared, %d without flight, %d without invoice line, %d announced again"
                .formatted(
                        audit.path("id").asString(),
                        audit.path("from").asString(),
                        audit.path("to").asString(),
                        audit.path("status").asString(),
                        audit.path("deliveries").asLong(),
                        audit.path("withoutFlight").asLong(),
                        audit.path("withoutLine").asLong(),
                        audit.path("sentAgain").asLong());
    }
}
