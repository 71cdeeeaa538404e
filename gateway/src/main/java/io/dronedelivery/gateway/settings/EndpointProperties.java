package io.dronedelivery.gateway.settings;

import jakarta.validation.constraints.NotBlank;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** The settings that aggregations and forwards share. */
public sealed interface EndpointProperties permits AggregationProperties, ForwardProperties {

    /** Whether there is such an endpoint; false removes one that comes with the product. */
    boolean enabled();

    /** Who may call it: {@code public}, {@code authenticated} or {@code scope:NAME}; null for {@code gateway.defaults.access}. */
    @Nullable
    String access();

    /** Whose data it is about, null when a request does not show it. */
    @Nullable
    OwnerProperties owner();

    /** How often each caller may call it, null when that has no limit. */
    @Nullable
    RateLimitProperties rateLimit();

    /** Where it is called. */
    String path();

    /** Which requests are refused first under overload. */
    Priority priority();

    /** The rules for the variables of the path, by name, and the query parameters. */
    Map<String, VariableProperties> variables();

    /**
     * A caller that acts for one owner gets only that owner's data; the data of other owners are not found.
     *
     * @param variable the variable that has the identifier of the owner. A caller that acts for another owner gets 404
     * @param claim the claim of the caller's token that has to equal the variable. By default {@code security.owner-claim}
     * @param orScope the scope of callers that act for all owners. By default {@code security.all-owners-scope}
     */
    record OwnerProperties(
            @NotBlank @DefaultValue("") String variable,
            @Nullable String claim,
            @Nullable String orScope) {}
}
