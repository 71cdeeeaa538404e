package io.dronedelivery.loadtest;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Calls whose timeout is one for the body of the answer, too. That of {@link HttpRequest} alone ends with its header fields. */
public final class AnswerInTime {

    private AnswerInTime() {}

    /**
     * Waits for an answer to its last byte. A call that is not waited for any more is cancelled.
     *
     * @param request has a timeout
     * @throws HttpTimeoutException when the answer is not whole by then
     */
    public static <T> HttpResponse<T> of(HttpClient client, HttpRequest request, BodyHandler<T> body)
            throws IOException, InterruptedException {
        Duration timeout = request.timeout().orElseThrow();
        CompletableFuture<HttpResponse<T>> answer = client.sendAsync(request, body);
        try {
            return answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new HttpTimeoutException(request.uri() + " is not answered to the end within " + timeout);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException failure ? failure : new IOException(e.getCause());
        } finally {
            answer.cancel(true);
        }
    }
}
