package io.dronedelivery.servicekit.problem;

import org.springframework.http.ProblemDetail;
import org.springframework.http.converter.json.ProblemDetailJacksonMixin;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.json.JsonMapper;

/** Writes problems in the one way that does not depend on how an application has set up its own JSON. */
public final class ProblemBody {

    private static final JsonMapper JSON = JsonMapper.builder()
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .addMixIn(ProblemDetail.class, ProblemDetailJacksonMixin.class)
            .build();

    private ProblemBody() {}

    /** The bytes of an {@code application/problem+json} document. */
    public static byte[] of(ProblemDetail problem) {
        return JSON.writeValueAsBytes(problem);
    }
}
