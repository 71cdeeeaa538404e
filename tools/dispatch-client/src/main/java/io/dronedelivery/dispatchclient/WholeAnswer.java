package io.dronedelivery.dispatchclient;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Calls whose timeout includes the body of the answer. The timeout of {@link HttpRequest} alone ends with the header fields. */
final class WholeAnswer {

    private WholeAnswer() {}

    /**
     * Waits for an answer to its last byte. The call is cancelled after the timeout or an interruption of the waiting thread.
     *
     * @param request has a timeout
     * @throws HttpTimeoutException when the answer is not complete in time
     */
    static HttpResponse<byte[]> of(HttpClient client, HttpRequest request) throws IOException, InterruptedException {
        Duration timeout = request.timeout().orElseThrow();
        CompletableFuture<HttpResponse<byte[]>> answer =
                client.sendAsync(request, HttpResponse.BodyHandlers.ofByteArray());
        try {
            return answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new HttpTimeoutException("no whole answer within " + timeout.toSeconds() + " s");
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException failure ? failure : new IOException(e.getCause());
        } finally {
            answer.cancel(true);
        }
    }
}
