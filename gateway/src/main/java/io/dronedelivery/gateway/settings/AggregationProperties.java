package io.dronedelivery.gateway.settings;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * One call of the gateway that becomes calls to several backends.
 *
 * @param enabled false removes an aggregation that comes with the product
 * @param access who may call it: {@code public}, {@code authenticated} or {@code scope:NAME}. By default {@code gateway.defaults.access};
 *     without both the gateway does not start
 * @param owner whose data it is about, null when a request does not show it
 * @param rateLimit how often each caller may call it, null when it has no separate limit
 * @param path where it is called, with variables in braces, such as {@code /api/v1/owners/{ownerId}/invoices/{year}/{month}}. Paths of the
 *     actuator and of the documentation are refused
 * @param deadline the time for the whole, by default {@code gateway.defaults.deadline}. A smaller {@code X-Request-Timeout-Ms} of a trusted
 *     caller wins
 * @param priority which requests come first under overload: {@code critical} before {@code normal} before {@code background}
 * @param coalesce whether identical GETs at the same time share one set of calls, up to {@code gateway.defaults.coalesce-max-callers}
 *     callers. A caller that leaves does not affect the others
 * @param summary one line for the OpenAPI document
 * @param description a paragraph for the OpenAPI document
 * @param tags groups in the OpenAPI document
 * @param variables the rules for the variables of the path, by name, and the query parameters: a name that is not in the path is one. Query
 *     parameters that are not named here are ignored and go nowhere
 * @param includeInBody variables with which the body begins, in this order
 * @param minParts the least number of parts in an answer. With fewer the request fails even if all missing parts are optional. With 0 an
 *     answer without any part is a 200
 * @param maxDepth the most calls that may follow one after another because each needs a value of the one before. 1 to 20
 * @param maxCalls the most calls that one request may make, with {@code max} of each list. 1 to 1000
 * @param selectable whether a caller may name the parts that it wants, as in {@code ?parts=delivery,month}. The parts that those need are
 *     fetched and not shown
 * @param cacheable whether the gateway keeps the whole answer, and callers may, for as long as all its parts are fresh. Each part needs a
 *     {@code cache}. The answer has an entity tag then, by which a caller may ask whether it has changed
 * @param parts the parts of the body, by name, in their order
 */
@ConfigurationPropertiesSource
public record AggregationProperties(
        @DefaultValue("true") boolean enabled,
        @Nullable String access,
        @NestedConfigurationProperty @Valid @Nullable OwnerProperties owner,
        @NestedConfigurationProperty @Valid @Nullable RateLimitProperties rateLimit,
        @NotBlank @DefaultValue("") String path,
        @Nullable Duration deadline,
        @DefaultValue("NORMAL") Priority priority,
        @DefaultValue("false") boolean coalesce,
        @DefaultValue("") String summary,
        @DefaultValue("") String description,
        @DefaultValue List<String> tags,
        @DefaultValue Map<String, @Valid VariableProperties> variables,
        @DefaultValue List<String> includeInBody,
        @Min(0) @DefaultValue("1") int minParts,
        @Min(1) @Max(20) @DefaultValue("5") int maxDepth,
        @Min(1) @Max(1000) @DefaultValue("50") int maxCalls,
        @DefaultValue("false") boolean selectable,
        @DefaultValue("false") boolean cacheable,
        @DefaultValue Map<String, @Valid PartProperties> parts)
        implements EndpointProperties {

    /**
     * @param backend the name of the backend that has the part
     * @param path path and query at the backend, with variables in braces. Their values are percent-encoded. A query parameter whose
     *     variable is absent is left out. A value in the answer of another part is {@code {delivery.ownerId}} or {@code
     *     {delivery.flights[0].droneId}}: the call is made when that part is there
     * @param timeout the time for this part, by default {@code gateway.defaults.part-timeout}, and never more than the deadline
     * @param required whether the request fails when this part does. An optional part that fails is listed in {@code unavailable}. By
     *     default {@code true}, and {@code false} for a part that only optional parts need
     * @param whenNotFound the meaning of a 404 of the backend: {@code fail}, or {@code as-null} for the value {@code null}
     * @param whenNoContent the meaning of a 204, a 205, a 304 or an empty success of the backend: {@code as-null} is the value {@code
     *     null}, with {@code fail} the part is missing as after a 404. By default {@code as-null} for an optional part, and for a required
     *     part the same as {@code when-not-found}
     * @param requestHeaders headers of the caller that are passed on. Hop-by-hop headers are refused at start
     * @param accept media types, or ranges such as {@code application/*}, with which the backend may answer. The bytes must be JSON in any
     *     case
     * @param headers of the call, by name. The values may have variables and values of other parts in braces. A header with an absent
     *     variable is left out
     * @param when what must hold for the part to be called: all of it. Otherwise the part is absent from the answer, which is complete
     *     without it
     * @param each a list in another part's answer: the part is called once for each different element, and is the list of the answers
     * @param batch a list in another part's answer: the part is called once for all elements, and is the list of the values for them
     * @param keep the values that stay, such as {@code owner.id} and {@code packages[*].sku}; nothing else does. With {@code each} and
     *     {@code batch} the paths are those of an element's value. By default the part is passed through unchanged
     * @param drop the members that are left out
     * @param rename the members that get other names
     * @param unwrap the members whose values take the place of the objects that have them, such as {@code data}
     * @param fallback what stands in for the part when its backend fails, is late or is busy
     * @param cache how answers of the backend are kept. Without it none is
     * @param coalesce whether identical calls of the part at the same time are one call, up to {@code
     *     gateway.defaults.coalesce-max-callers} callers. Callers with different tokens never share one
     * @param retry whether the call may be sent a second time, when the first attempt has failed or takes long. {@code false}: only when no
     *     backend can have read it
     * @param hedge when the call is sent a second time although the first attempt has not failed. By default never
     * @param description of the part, for the OpenAPI document
     */
    @ConfigurationPropertiesSource
    public record PartProperties(
            @NotBlank @DefaultValue("") String backend,
            @NotBlank @DefaultValue("") String path,
            @Nullable Duration timeout,
            @Nullable Boolean required,
            @DefaultValue("FAIL") WhenAbsent whenNotFound,
            @Nullable WhenAbsent whenNoContent,
            @DefaultValue List<String> requestHeaders,

            @DefaultValue({"application/json", "application/*+json"})
            List<String> accept,

            @DefaultValue Map<String, String> headers,
            @DefaultValue List<@Valid ConditionProperties> when,
            @NestedConfigurationProperty @Nullable ListCallProperties each,
            @NestedConfigurationProperty @Nullable ListCallProperties batch,
            @DefaultValue List<String> keep,
            @DefaultValue List<String> drop,
            @DefaultValue List<@Valid RenameProperties> rename,
            @DefaultValue List<String> unwrap,
            @NestedConfigurationProperty @Nullable FallbackProperties fallback,
            @NestedConfigurationProperty @Nullable PartCacheProperties cache,
            @DefaultValue("false") boolean coalesce,
            @DefaultValue("true") boolean retry,
            @NestedConfigurationProperty @Nullable HedgeProperties hedge,
            @DefaultValue("") String description) {}

    /**
     * A condition: exactly one of {@code variable}, {@code claim} and {@code value}, and exactly one of {@code is}, {@code in} and {@code
     * present}.
     *
     * @param variable the name of a variable of the request
     * @param claim the name of a claim of the caller's token
     * @param value a value in the answer of another part, such as {@code delivery.status}
     * @param is the text that it must be
     * @param in texts of which it must be one
     * @param present {@code true}: it must be there and not null. {@code false}: it must be null or not be there
     */
    @ConfigurationPropertiesSource
    public record ConditionProperties(
            @Nullable String variable,
            @Nullable String claim,
            @Nullable String value,
            @Nullable String is,
            @DefaultValue List<String> in,
            @Nullable Boolean present) {}

    /**
     * A list for whose elements a part is called.
     *
     * @param variable the name by which {@code path} and {@code headers} of the part have an element, such as {@code id} for {@code {id}}.
     *     Of a batch it is the whole value of a query parameter and has all elements
     * @param in where the elements are, such as {@code delivery.flights[*].droneId}
     * @param max the most different elements. With more the part fails. It must be set. 1 to 1000
     * @param by of a batch: where a value has the element that it is for, such as {@code sku}
     * @param list of a batch: where the answer has its values, such as {@code items}. By default the answer is the list
     * @param explode of a batch: whether the query parameter is repeated for each element. By default commas separate them
     */
    @ConfigurationPropertiesSource
    public record ListCallProperties(
            @DefaultValue("") String variable,
            @DefaultValue("") String in,
            @Nullable Integer max,
            @Nullable String by,
            @Nullable String list,
            @Nullable Boolean explode) {}

    /**
     * Another name for a member.
     *
     * @param from where the member is, such as {@code packages[*].sku}
     * @param to its name in the answer
     */
    @ConfigurationPropertiesSource
    public record RenameProperties(
            @DefaultValue("") String from, @DefaultValue("") String to) {}

    /**
     * What stands in for a part, in this order: another backend, the last good answer, a constant. A 404 and other refusals of the backend are
     * answers and have no fallback.
     *
     * @param backend the name of another backend. The answer of a fallback backend counts as the part
     * @param path path and query there
     * @param lastGood how old the last good answer may be. Without it none is kept. It needs {@code gateway.cache.max-size}. An answer with
     *     {@code Cache-Control: no-store} is never kept
     * @param shared whether callers get each other's last good answers. By default they are kept for each token
     * @param value a JSON text, such as {@code '{"condition":"unknown"}'}
     */
    @ConfigurationPropertiesSource
    public record FallbackProperties(
            @Nullable String backend,
            @Nullable String path,
            @Nullable Duration lastGood,
            @DefaultValue("false") boolean shared,
            @Nullable String value) {}

    /**
     * How answers of a part's backend are kept. They need {@code gateway.cache.max-size}. What the backend says in {@code Cache-Control} and
     * {@code Vary} comes first.
     *
     * @param ttl how long an answer is fresh whose backend does not say it. Without it such an answer is not used again, unless the backend
     *     confirms it
     * @param staleWhileRevalidate how long an answer that is no longer fresh is used while a new one is fetched. It needs {@code ttl}
     * @param staleIfError how long an answer that is no longer fresh stands in when the backend fails, is late or is busy. It needs {@code
     *     ttl}
     * @param shared whether callers get each other's answers. By default they are kept for each token
     * @param vary those of {@code request-headers} that the answer depends on. By default all of them
     */
    @ConfigurationPropertiesSource
    public record PartCacheProperties(
            @Nullable Duration ttl,
            @Nullable Duration staleWhileRevalidate,
            @Nullable Duration staleIfError,
            @DefaultValue("false") boolean shared,
            @Nullable List<String> vary) {}

    /** What it means that a backend works and has no value for a part. */
    public enum WhenAbsent {
        /** The part has failed: 404 for a required part, an entry in {@code unavailable} for another. */
        FAIL,
        /** The part is there and its value is null. */
        AS_NULL
    }
}
