package io.dronedelivery.gateway.telemetry;

import io.dronedelivery.servicekit.problem.ProblemType;
import io.netty.handler.codec.http.HttpHeaders;
import org.jspecify.annotations.Nullable;

/** Does nothing: the span of a call that is not recorded, as nearly all are. */
final class UnrecordedCall implements CallSpan {

    @Override
    public void writeTo(HttpHeaders call) {}

    @Override
    public void waited(long nanos) {}

    @Override
    public void hedge() {}

    @Override
    public void sentAgain() {}

    @Override
    public void outrun() {}

    @Override
    public void answered(int status) {}

    @Override
    public void failed(ProblemType type, String reason, @Nullable Throwable cause, int status) {}

    @Override
    public void abandoned() {}
}
