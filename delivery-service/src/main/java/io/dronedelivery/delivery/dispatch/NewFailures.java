package io.dronedelivery.delivery.dispatch;

import io.dronedelivery.messaging.dispatch.DispatchStatus;
import io.dronedelivery.messaging.dispatch.DispatchStatus.DispatchFailure;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Reports each failure of the dispatcher once. */
final class NewFailures {

    private final AtomicReference<@Nullable DispatchFailure> reported = new AtomicReference<>();

    /** The failures that no earlier call has returned, oldest first. */
    List<String> of(DispatchStatus status) {
        List<DispatchFailure> last = status.lastErrors();
        if (last.isEmpty()) {
            return List.of();
        }
        DispatchFailure before = reported.getAndSet(last.get(last.size() - 1));
        int known = before == null ? -1 : last.lastIndexOf(before);
        return last.subList(known + 1, last.size()).stream()
                .map(DispatchFailure::message)
                .toList();
    }
}
