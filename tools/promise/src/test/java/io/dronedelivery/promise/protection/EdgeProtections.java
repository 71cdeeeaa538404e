package io.dronedelivery.promise.protection;

import java.util.List;

/** Of every application, from its clients' connections, requests and tokens. */
final class EdgeProtections {

    private static final TestedModule KIT = new TestedModule("libraries/service-kit", "io.dronedelivery.servicekit");

    private static final String AMBIGUOUS =
            "web.RequestDecoderTest#a_request_that_two_servers_could_read_differently_is_refused";

    static final List<Protection> ALL = List.of(
            new Protection(
                    6,
                    "there is no cap on connections",
                    KIT.test("web.OpenConnectionsTest#a_proxy_is_bound_by_the_whole_alone"),
                    KIT.in("web/OpenConnections.java", "countIn(open, max)", "countIn(open, Integer.MAX_VALUE)")),
            new Protection(
                    6,
                    "one address may have all connections",
                    KIT.test("web.OpenConnectionsTest#an_address_has_its_share_and_another_one_its_own"),
                    KIT.in("web/OpenConnections.java", "Integer::sum) > maxPerAddress", "Integer::sum) < 0")),
            new Protection(
                    6,
                    "requests that are sent ahead are all taken at once",
                    KIT.test("web.OneRequestAtATimeTest#the_next_request_waits_until_the_client_has_taken_the_answer"),
                    KIT.in("web/OneRequestAtATime.java", "!progress.isAnswering() && channel.isWritable()", "true")),
            new Protection(
                    8,
                    "any Transfer-Encoding is taken",
                    KIT.test(AMBIGUOUS),
                    KIT.in("web/RequestDecoder.java", "if (transferEncodings > 0)", "if (false)")),
            new Protection(
                    8,
                    "the words of the first line are separated as anybody likes",
                    KIT.test(AMBIGUOUS),
                    KIT.in("web/RequestDecoder.java", "start < 2 || line[start - 1] != ' '", "start < 0")),
            new Protection(
                    7,
                    "a token that was verified once is taken after its end",
                    KIT.test("security.VerifiedTokensTest#a_token_is_known_until_it_expires"),
                    KIT.in(
                            "security/VerifiedTokens.java",
                            "clock.millis() >= verified.untilMillis",
                            "clock.millis() < 0")));

    private EdgeProtections() {}
}
