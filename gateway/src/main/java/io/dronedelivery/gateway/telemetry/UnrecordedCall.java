package io.dronedelivery.gateway.telemetry;

import io.dronedelivery.servicekit.problem.ProblemType;
import io.netty.handler.codec.http.HttpHeaders;
import org.jspecify.annotations.Nullable;

/** Does nothing; nearly all calls are such. */
final class UnrecordedCall implements CallSpan {

    @Override
    public void writeTo(HttpHeaders call) {}

    @Override
    public void sentAgain() {}

    @Override
    public void answered(int status) {}

    @Override
    public void failed(ProblemType type, String reason, @Nullable Throwable cause, int status) {}

    @Override
    public void abandoned() {}
}
