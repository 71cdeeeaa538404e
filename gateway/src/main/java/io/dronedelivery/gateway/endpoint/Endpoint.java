package io.dronedelivery.gateway.endpoint;

import io.dronedelivery.gateway.settings.Priority;
import io.dronedelivery.gateway.template.PathTemplate;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import org.springframework.web.ErrorResponseException;
import reactor.core.publisher.Mono;

/** What the gateway answers at one path, by one method. */
public interface Endpoint {

    /** Where it is called. */
    PathTemplate path();

    /** The method. GET also serves HEAD, for which the server omits the body. */
    HttpMethod method();

    /** Which requests are refused first under overload. */
    Priority priority();

    /** Who may call it. */
    EndpointAccess access();

    /** The time for a request, from its route to its answer. */
    Duration time();

    /**
     * Whether a request's body is read first. Such a request takes its place among those in progress when its body is complete, by
     * {@link RoutedRequest#entered}: a caller who sends slowly takes no place from others.
     */
    default boolean takesBody() {
        return false;
    }

    /**
     * Why the request cannot be answered now, null when it can. It is called before anything but the caller's token is checked: under overload
     * most requests end here, and their cost reduces the number of answers.
     */
    @Nullable
    ErrorResponseException refusal(RoutedRequest request);

    /** Answers a request; a failure is an error that has a status, see {@link org.springframework.web.ErrorResponse}. */
    Mono<Void> handle(RoutedRequest request);

    /**
     * The endpoints of one feature.
     *
     * @param all in the order of the settings
     */
    record EndpointGroup(List<? extends Endpoint> all) {}
}
