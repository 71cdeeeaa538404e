package io.dronedelivery.house;

import io.dronedelivery.localauth.LocalAuth;
import io.dronedelivery.localstack.Http;
import io.dronedelivery.localstack.Http.Answer;
import io.dronedelivery.localstack.StackProcess;
import io.dronedelivery.localstack.run.Issuer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.stream.Stream;

/** Calls for somebody, with their access token; for nobody where no token is asked for. Any thread may call it. */
public final class TokenClient {

    /** For where there is no issuer. */
    public static final TokenClient WITHOUT_TOKEN = new TokenClient();

    private final String[] authorization;

    private TokenClient(String... authorization) {
        this.authorization = authorization;
    }

    /** For an owner, at the stack's issuer. */
    static TokenClient ofOwner(StackProcess stack, String ownerId) throws IOException, InterruptedException {
        return of(stack, LocalAuth.clientOf(ownerId));
    }

    /**
     * For an operator, who acts for every owner.
     *
     * @param scopes all that an operator may have when none is named
     */
    static TokenClient ofOperator(StackProcess stack, String... scopes) throws IOException, InterruptedException {
        return of(stack, LocalAuth.OPERATOR, scopes);
    }

    private static TokenClient of(StackProcess stack, String client, String... scopes)
            throws IOException, InterruptedException {
        return new TokenClient("Authorization", "Bearer " + new Issuer(stack.url("issuer")).token(client, scopes));
    }

    /** A request to go on with, such as one for a stream. */
    HttpRequest.Builder request(String url) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url));
        return authorization.length == 0 ? request : request.headers(authorization);
    }

    Answer get(String url) throws IOException, InterruptedException {
        return Http.get(url, authorization);
    }

    /** @see Http#getWhole */
    Answer getWhole(String url) {
        return Http.getWhole(url, authorization);
    }

    /** @param headers names and values, one after the other */
    Answer call(String method, String url, String... headers) throws IOException, InterruptedException {
        return Http.call(method, url, with(headers));
    }

    /** Sends JSON. */
    Answer post(String url, String body, String... headers) throws IOException, InterruptedException {
        return Http.post(url, body, with(headers));
    }

    /** @see Http#postWhole */
    Answer postWhole(String url, String body, String... headers) {
        return Http.postWhole(url, body, with(headers));
    }

    private String[] with(String... headers) {
        return Stream.concat(Stream.of(authorization), Stream.of(headers)).toArray(String[]::new);
    }
}
