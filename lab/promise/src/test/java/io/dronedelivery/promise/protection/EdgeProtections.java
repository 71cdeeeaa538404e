package io.dronedelivery.promise.protection;

import java.util.List;

/** Of every application, from its clients' connections, requests and tokens. */
final class EdgeProtections {

    private static final TestedModule KIT = new TestedModule("libraries/service-kit", "io.dronedelivery.servicekit");

    private static final String AMBIGUOUS =
            "web.RequestDecoderTest#a_request_that_two_servers_could_read_differently_is_refused";

    private static final String LIMITS = "web.ConnectionLimitsTest#";

    private static final String BODY_LIMIT = "web.ProblemsTest#a_body_that_nothing_decodes_has_the_same_limit";

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
                    "a connection too many is let in all the same",
                    KIT.test(LIMITS
                            + "one_connection_too_many_is_answered_with_503_and_there_is_room_when_others_have_gone"),
                    KIT.in("web/ConnectionEdge.java", "if (tooMany == null)", "if (true)")),
            new Protection(
                    6,
                    "a connection may be idle for ever",
                    KIT.test(LIMITS + "a_connection_that_is_idle_after_an_answer_is_closed"),
                    KIT.in(
                            "web/ConnectionTimes.java",
                            "case IDLE -> limits.idleTimeout()",
                            "case IDLE -> Duration.ofDays(1)")),
            new Protection(
                    6,
                    "the head of a request may take for ever",
                    KIT.test(LIMITS + "a_head_that_does_not_end_is_answered_with_408"),
                    KIT.in(
                            "web/ConnectionTimes.java",
                            "case HEAD -> limits.headTimeout()",
                            "case HEAD -> Duration.ofDays(1)")),
            new Protection(
                    6,
                    "the body of a request may take for ever",
                    KIT.test(LIMITS + "a_body_that_does_not_end_is_answered_with_408"),
                    KIT.in(
                            "web/ConnectionTimes.java",
                            "case BODY -> limits.bodyTimeout()",
                            "case BODY -> Duration.ofDays(1)")),
            new Protection(
                    6,
                    "each byte of a body gives it more time",
                    KIT.test("web.SlowClientsTest#a_body_that_comes_byte_by_byte_has_no_more_time_than_another"),
                    KIT.in("web/ConnectionTimes.java", "progress.requests()", "progress.messages()")),
            new Protection(
                    6,
                    "an answer waits for its client for ever",
                    KIT.test("web.EndlessAnswerTest#a_client_that_has_taken_some_and_stops_is_closed"),
                    KIT.in("web/ConnectionTimes.java", "now - writtenAt >= limits.writeTimeout().toNanos()", "false")),
            new Protection(
                    6,
                    "a body has no limit where its length is announced",
                    KIT.test(BODY_LIMIT),
                    KIT.in("web/RequestBodyLimit.java", "announced > maxBytes", "announced < -1")),
            new Protection(
                    6,
                    "a body has no limit where its length is not announced",
                    KIT.test(BODY_LIMIT),
                    KIT.in("web/RequestBodyLimit.java", "received > maxBytes", "received < 0")),
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
