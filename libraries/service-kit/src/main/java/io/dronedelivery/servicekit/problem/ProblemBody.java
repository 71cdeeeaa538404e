package io.dronedelivery.servicekit.problem;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;
import org.springframework.http.ProblemDetail;
import org.springframework.http.converter.json.ProblemDetailJacksonMixin;

/** Writes problems in the one way that does not depend on how an application has set up its own JSON. */
public final class ProblemBody {

    private static final ObjectMapper JSON = JsonMapper.builder()
            .addMixIn(ProblemDetail.class, ProblemDetailJacksonMixin.class)
            .build();

    private ProblemBody() {}

    /** The bytes of an {@code application/problem+json} document. */
    public static byte[] of(ProblemDetail problem) {
        try {
            return JSON.writeValueAsBytes(problem);
        } catch (JacksonException e) {
            throw new IllegalStateException("A problem holds a member that is no JSON: " + problem, e);
        }
    }
}
