package io.dronedelivery.servicekit.problem;

import java.net.URI;
import org.springframework.http.ProblemDetail;
import org.springframework.http.converter.json.ProblemDetailJacksonMixin;
import tools.jackson.databind.json.JsonMapper;

/** Writes problems in the one way that does not depend on how an application has set up its own JSON. */
public final class ProblemBody {

    private static final JsonMapper JSON = JsonMapper.builderWithJackson2Defaults()
            .addMixIn(ProblemDetail.class, ProblemDetailJacksonMixin.class)
            .build();

    private static final URI NO_TYPE = URI.create("about:blank");

    private ProblemBody() {}

    /**
     * The {@code type} member of a problem; {@code about:blank} when the status says everything.
     *
     * @see <a href="https://www.rfc-editor.org/rfc/rfc9457#section-4.2.1">RFC 9457, section 4.2.1, about:blank</a>
     */
    public static URI type(ProblemDetail problem) {
        URI type = problem.getType();
        return type == null ? NO_TYPE : type;
    }

    /** The bytes of an {@code application/problem+json} document. */
    public static byte[] of(ProblemDetail problem) {
        return JSON.writeValueAsBytes(problem);
    }
}
