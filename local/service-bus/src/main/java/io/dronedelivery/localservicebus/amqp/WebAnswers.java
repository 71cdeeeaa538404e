package io.dronedelivery.localservicebus.amqp;

import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import org.jspecify.annotations.Nullable;

/** Answers the HTTP requests that arrive on this server's ports. Runs on the event loop. */
public interface WebAnswers {
    /** The answer that anyone gets: a refusal, or that to a health check. Null for any other request. */
    @Nullable
    FullHttpResponse publicAnswer(FullHttpRequest request);

    FullHttpResponse answer(FullHttpRequest request);
}
