package io.dronedelivery.localkit;

import java.util.List;
import java.util.Map;

/**
 * Answers HTTP requests about faults: {@code POST /faults} begins one, {@code GET /faults} lists those in force, {@code DELETE /faults/{id}}
 * ends one and {@code DELETE /faults} all.
 */
public final class FaultRequests {
    private static final String PATH = "/faults";

    private final FaultList faults;

    public FaultRequests(FaultList faults) {
        this.faults = faults;
    }

    /**
     * Whether a request is about faults.
     *
     * @param target the path, and a query that is ignored
     */
    public static boolean isFor(String target) {
        String path = path(target);
        return path.equals(PATH) || path.startsWith(PATH + "/");
    }

    private static String path(String target) {
        int query = target.indexOf('?');
        return query < 0 ? target : target.substring(0, query);
    }

    /**
     * Answers a request. May block while a fault begins or ends.
     *
     * @param body the JSON of an order; other methods ignore it
     */
    public FaultAnswer answer(String method, String target, byte[] body) {
        String path = path(target);
        String id = path.length() <= PATH.length() + 1 ? "" : path.substring(PATH.length() + 1);
        if (method.equals("DELETE")) {
            return delete(id);
        }
        if (!id.isEmpty()) {
            return refused(method.equals("GET") || method.equals("POST") ? 404 : 405, "A fault has DELETE alone");
        }
        return switch (method) {
            case "GET" ->
                json(
                        200,
                        Map.of(
                                "faults",
                                faults.inForce().stream()
                                        .map(InjectedFault::members)
                                        .toList()));
            case "POST" -> post(body);
            default -> refused(405, "/faults has GET, POST and DELETE");
        };
    }

    private FaultAnswer post(byte[] body) {
        try {
            return json(201, faults.begin(body).members());
        } catch (IllegalArgumentException wrong) {
            return refused(400, String.valueOf(wrong.getMessage()));
        } catch (RuntimeException failure) {
            return refused(500, String.valueOf(failure.getMessage()));
        }
    }

    private FaultAnswer delete(String id) {
        try {
            if (id.isEmpty()) {
                faults.endAll();
            } else if (!faults.end(id)) {
                List<String> others =
                        faults.inForce().stream().map(InjectedFault::id).toList();
                return refused(404, "There is no fault '" + id + "' in force, but " + others);
            }
            return new FaultAnswer(204, new byte[0]);
        } catch (RuntimeException failure) {
            return refused(500, String.valueOf(failure.getMessage()));
        }
    }

    private static FaultAnswer refused(int status, String reason) {
        return json(status, Map.of("error", reason));
    }

    private static FaultAnswer json(int status, Map<String, ?> body) {
        return new FaultAnswer(status, FaultOrder.JSON.writeValueAsBytes(body));
    }
}
