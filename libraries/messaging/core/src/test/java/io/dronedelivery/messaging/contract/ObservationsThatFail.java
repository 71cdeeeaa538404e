package io.dronedelivery.messaging.contract;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Observes, and throws at one of the moments of the first observations. */
final class ObservationsThatFail implements ObservationHandler<Observation.Context> {

    private enum Moment {
        START,
        FAILURE,
        END
    }

    private final Moment moment;
    private final AtomicInteger left;
    private final Supplier<? extends Throwable> thrown;

    private ObservationsThatFail(Moment moment, int times, Supplier<? extends Throwable> thrown) {
        this.moment = moment;
        this.left = new AtomicInteger(times);
        this.thrown = thrown;
    }

    static ObservationRegistry atStart(int times, Supplier<? extends Throwable> thrown) {
        return registry(new ObservationsThatFail(Moment.START, times, thrown));
    }

    static ObservationRegistry atFailure(int times, Supplier<? extends Throwable> thrown) {
        return registry(new ObservationsThatFail(Moment.FAILURE, times, thrown));
    }

    static ObservationRegistry atEnd(int times, Supplier<? extends Throwable> thrown) {
        return registry(new ObservationsThatFail(Moment.END, times, thrown));
    }

    private static ObservationRegistry registry(ObservationsThatFail handler) {
        ObservationRegistry registry = ObservationRegistry.create();
        registry.observationConfig().observationHandler(handler);
        return registry;
    }

    @Override
    public boolean supportsContext(Observation.Context context) {
        return true;
    }

    @Override
    public void onStart(Observation.Context context) {
        reached(Moment.START);
    }

    @Override
    public void onError(Observation.Context context) {
        reached(Moment.FAILURE);
    }

    @Override
    public void onStop(Observation.Context context) {
        reached(Moment.END);
    }

    private void reached(Moment now) {
        if (now == moment && left.getAndDecrement() > 0) {
            ObservationsThatFail.<RuntimeException>raise(thrown.get());
        }
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void raise(Throwable thrown) throws T {
        throw (T) thrown;
    }
}
