package io.dronedelivery.delivery.dispatch;

import io.dronedelivery.messaging.dispatch.DispatchQueueFullException;
import io.dronedelivery.messaging.dispatch.DispatcherDrainingException;
import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.problem.ProblemMapping;
import io.dronedelivery.servicekit.problem.ProblemType;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class DispatchConfiguration {

    /** Short, because another instance can take the request at once. */
    private static final Duration WHILE_THIS_ONE_ENDS = Duration.ofSeconds(1);

    @Bean
    ProblemMapping dispatchProblems() {
        return DispatchConfiguration::problem;
    }

    private static @Nullable ProblemException problem(Throwable failure) {
        if (failure instanceof DispatchQueueFullException full) {
            return ProblemException.of(ProblemType.UNAVAILABLE, "Too many messages are waiting to be sent.", full)
                    .retryAfter(full.retryAfter());
        }
        if (failure instanceof DispatcherDrainingException draining) {
            return ProblemException.of(ProblemType.UNAVAILABLE, "This instance is about to end.", draining)
                    .retryAfter(WHILE_THIS_ONE_ENDS);
        }
        return null;
    }
}
