package io.dronedelivery.lab.kit.report;

import io.dronedelivery.lab.kit.http.TestServer;

/** A program whose only endpoint does nothing: what it answers in a second is a matter of the machine. */
public final class TrivialEndpoint {

    private TrivialEndpoint() {}

    public static void main(String... arguments) {
        TestServer server = TestServer.start(exchange -> TestServer.answer(exchange, 204));
        System.out.println(
                "The trivial endpoint has started on port " + server.url().replaceAll(".*:", ""));
    }
}
