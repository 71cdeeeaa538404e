package io.dronedelivery.gateway.cache;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.OperationType;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvoker;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvokerAdvisor;
import org.springframework.boot.actuate.endpoint.invoke.OperationParameter;
import org.springframework.boot.actuate.endpoint.invoke.OperationParameters;
import org.springframework.stereotype.Component;

/** The kept answers, for operators on the management port. */
@Component
@Endpoint(id = CacheEndpoint.ID, defaultAccess = Access.READ_ONLY)
class CacheEndpoint {

    static final String ID = "gatewaycache";

    private final AnswerCache answers;

    CacheEndpoint(AnswerCache answers) {
        this.answers = answers;
    }

    @ReadOperation
    Map<String, Long> read() {
        return Map.of("entries", answers.count(), "bytes", answers.bytes(), "maxBytes", answers.maxBytes());
    }

    /**
     * Forgets answers: all, or those that all given parameters name. The whole answers of an aggregation go with those of its parts.
     *
     * @param target path and query at the backend
     */
    @DeleteOperation
    Map<String, Long> purge(@Nullable String aggregation, @Nullable String part, @Nullable String target) {
        return Map.of("purged", answers.purge(aggregation, part, target));
    }

    /** Refuses a purge with an unknown parameter. Without the parameter that was intended it would forget more. */
    @Component
    static final class PurgeParameters implements OperationInvokerAdvisor {

        @Override
        public OperationInvoker apply(
                EndpointId endpoint, OperationType type, OperationParameters parameters, OperationInvoker purge) {
            if (type != OperationType.DELETE || !endpoint.equals(EndpointId.of(ID))) {
                return purge;
            }
            List<String> known =
                    parameters.stream().map(OperationParameter::getName).toList();
            return context -> {
                for (String name : context.getArguments().keySet()) {
                    if (!known.contains(name)) {
                        String reason = "There is no parameter '" + name + "', but " + String.join(", ", known) + ".";
                        throw new InvalidEndpointRequestException(reason, reason);
                    }
                }
                return purge.invoke(context);
            };
        }
    }
}
