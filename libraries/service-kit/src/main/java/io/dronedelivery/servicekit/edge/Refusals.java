package io.dronedelivery.servicekit.edge;

import io.dronedelivery.servicekit.problem.ProblemBody;
import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.problem.ProblemType;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;

/** The answers to requests that never reach Spring: problem details, after which the connection is closed. */
record Refusals(ResponseHeaders responseHeaders, RefusedRequests refused) {

    /** Counts a refusal for that reason: what to tell the client, see {@link #problem}. */
    ProblemException refuse(Throwable cause) {
        return refused.count(problem(cause));
    }

    /** What to tell a client whose request could not be decoded for that reason. */
    static ProblemException problem(Throwable cause) {
        if (cause instanceof ProblemException problem) {
            return problem;
        }
        return ProblemException.of(ProblemType.INVALID_REQUEST, "The request is not well-formed HTTP.");
    }

    FullHttpResponse answer(ProblemException problem) {
        byte[] body = ProblemBody.of(problem.getBody());
        FullHttpResponse response = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1,
                HttpResponseStatus.valueOf(problem.getStatusCode().value()),
                Unpooled.wrappedBuffer(body));
        HttpHeaders headers = response.headers();
        responseHeaders.addTo(headers);
        AnswerDate.addTo(headers);
        problem.getHeaders().forEach(headers::set);
        headers.set(HttpHeaderNames.CONTENT_TYPE, "application/problem+json");
        headers.setInt(HttpHeaderNames.CONTENT_LENGTH, body.length);
        headers.set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        return response;
    }
}
