package io.dronedelivery.promise.protection;

import java.util.List;

/** Of the gateway, from its callers and from its backends. */
final class GatewayProtections {

    private static final TestedModule GATEWAY = new TestedModule("gateway", "io.dronedelivery.gateway");

    private static final String WHOLE =
            "aggregation.PartOutcomesPropertyTest#an_answer_says_whether_it_is_whole_and_comes_in_one_piece";

    private static final String BODY_LIMIT =
            "forward.RequestBodyTest#a_body_beyond_the_limit_is_too_large_whether_announced_or_not";

    private static final String FORWARDED_HEADERS =
            "forward.ForwardTest#only_the_headers_that_the_settings_allow_go_through";

    static final List<Protection> ALL = List.of(
            new Protection(
                    2,
                    "the limit does not follow how long the work takes",
                    GATEWAY.test("limit.OverloadTest#under_ten_times_the_load_the_good_answers_stay_at_the_peak"),
                    GATEWAY.in("limit/LimitSearch.java", "busy && slowRatio > TOLERANCE", "false")),
            new Protection(
                    2,
                    "a load that lasts becomes what is usual",
                    GATEWAY.test("limit.OverloadTest#a_load_that_lasts_for_an_hour_does_not_become_usual"),
                    GATEWAY.in(
                            "limit/LimitSearch.java",
                            "contendedWindows >= CONTENDED_WINDOWS_BETWEEN_PROBES",
                            "contendedWindows < 0")),
            new Protection(
                    2,
                    "what matters least has the whole limit",
                    GATEWAY.test("limit.OverloadTest#the_lower_priority_is_refused_first"),
                    GATEWAY.in(
                            "limit/LimitShares.java",
                            "case BACKGROUND -> isFirst ? 100 : background",
                            "case BACKGROUND -> 100")),
            new Protection(
                    2,
                    "as many requests are in progress as come",
                    GATEWAY.test("endpoint.PriorityTest#what_matters_less_is_refused_first_and_the_actuator_never"),
                    GATEWAY.in(
                            "endpoint/RoutingFilter.java",
                            "!bodyFirst && limit.tryEnter(match.workload())",
                            "!bodyFirst")),
            new Protection(
                    2,
                    "a storm of refusals goes out at once",
                    GATEWAY.test("limit.RefusalPaceTest#after_a_pause_a_tenth_of_a_second_s_go_out_together"),
                    GATEWAY.in("limit/RefusalPace.java", "Math.min(from - now + interval, LONGEST_WAIT_NANOS)", "0")),
            new Protection(
                    2,
                    "the documentation is read by as many as come",
                    GATEWAY.test("openapi.DocumentationPageTest"
                            + "#who_reads_beyond_a_few_at_once_is_refused_and_there_is_room_when_those_have_read"),
                    GATEWAY.in(
                            "openapi/DocumentationFilter.java",
                            "inProgress.incrementAndGet() > MOST_AT_ONCE",
                            "inProgress.incrementAndGet() < 0")),
            new Protection(
                    3,
                    "a part takes as long as it likes",
                    GATEWAY.test(
                            "aggregation.PartFailureTest#one_slow_optional_part_does_not_take_longer_than_its_time"),
                    GATEWAY.in(
                            "aggregation/FanOut.java",
                            "timer = timers.schedule(this, Math.max(0, earliest), TimeUnit.NANOSECONDS)",
                            "timer = null")),
            new Protection(
                    3,
                    "an optional part that fails takes the others with it",
                    GATEWAY.test("aggregation.PartFailureTest#an_optional_part_is_listed_as_unavailable"),
                    GATEWAY.in("aggregation/PartCall.java", "if (part.required())", "if (true)")),
            new Protection(
                    3,
                    "a backend that fails is called on and on",
                    GATEWAY.test("aggregation.LimitsTest#an_open_circuit_spares_the_backend_and_closes_again"),
                    GATEWAY.in(
                            "backend/Verdict.java",
                            "breaker.onError(nanos, TimeUnit.NANOSECONDS, new FailedCall(failure))",
                            "breaker.onSuccess(nanos, TimeUnit.NANOSECONDS)")),
            new Protection(
                    3,
                    "an open circuit lets calls through",
                    GATEWAY.test("aggregation.LimitsTest#an_open_circuit_spares_the_backend_and_closes_again"),
                    GATEWAY.in("backend/Circuit.java", "return permitted ? period : REFUSED;", "return period;"),
                    GATEWAY.in("backend/Circuit.java", "return !permitted;", "return false;")),
            new Protection(
                    3,
                    "a backend that hangs is called on and on by callers with deadlines",
                    GATEWAY.test("backend.VerdictTest"
                            + "#a_backend_that_hangs_opens_its_circuit_though_all_callers_bring_deadlines"),
                    GATEWAY.in("backend/Backend.java", "lastSuccessAt.get() - startedAt < 0", "false")),
            new Protection(
                    3,
                    "a backend gets as many calls at once as there are",
                    GATEWAY.test("aggregation.LimitsTest#a_full_bulkhead_is_busy_at_once"),
                    GATEWAY.in(
                            "limit/ConcurrencyLimit.java",
                            "while ((long) before + places <= max)",
                            "while (before < Integer.MAX_VALUE)"),
                    GATEWAY.in(
                            "limit/ConcurrencyLimit.java",
                            "(long) inFlight.get() + places <= shares.of(workload)",
                            "true")),
            new Protection(
                    3,
                    "the other backends are asked for an answer that cannot be had",
                    GATEWAY.test(
                            "aggregation.LimitsTest#where_a_required_part_has_no_room_nothing_of_the_request_is_looked_at"),
                    GATEWAY.in(
                            "limit/ConcurrencyLimit.java",
                            "(long) inFlight.get() + places <= shares.of(workload)",
                            "true")),
            new Protection(
                    4,
                    "each answer says that it is whole",
                    GATEWAY.test(WHOLE),
                    GATEWAY.in(
                            "aggregation/AggregationEndpoint.java",
                            "aggregate.complete() ? \"true\" : \"false\"",
                            "\"true\"")),
            new Protection(
                    4,
                    "only the first part that is missing is listed",
                    GATEWAY.test(WHOLE),
                    GATEWAY.in(
                            "aggregation/AggregateBody.java",
                            "if (failure != null)",
                            "if (failure != null && entries.size() == 0)")),
            new Protection(
                    4,
                    "half a JSON value is a part",
                    GATEWAY.test(WHOLE),
                    GATEWAY.in(
                            "backend/JsonAnswer.java",
                            "return fault == null ?",
                            "return fault == null || fault.contains(\"ends\") ?")),
            new Protection(
                    4,
                    "an answer that breaks off is a part if it looks whole",
                    GATEWAY.test(WHOLE),
                    GATEWAY.in(
                            "backend/HttpExchange.java",
                            "if (response == null && isRunning() && resentAfter(cause)) {",
                            "if (response != null) {\n            answered(response);\n            return;\n        }\n"
                                    + "        if (isRunning() && resentAfter(cause)) {")),
            new Protection(
                    5,
                    "what was cut off is sent again as often as it is",
                    GATEWAY.test(
                            "backend.ResendBudgetTest#where_six_of_ten_calls_are_cut_off_one_of_ten_is_sent_again"),
                    GATEWAY.in("backend/ResendBudget.java", "return false;", "return true;")),
            new Protection(
                    5,
                    "a call is sent again until the budget is used up",
                    GATEWAY.test("backend.ResendTest#what_is_never_read_is_sent_twice_at_most"),
                    GATEWAY.in(
                            "backend/HttpExchange.java",
                            "received.isUnread()\n                && !triedAgain",
                            "received.isUnread()")),
            new Protection(
                    5,
                    "what may have been done is asked for again",
                    GATEWAY.test("backend.ResendTest#a_post_is_not_sent_again"),
                    GATEWAY.in("backend/ResendBudget.java", "request.repeatable() && spend()", "spend()")),
            new Protection(
                    5,
                    "callers are not told how long to wait",
                    GATEWAY.test("aggregation.PartFailureTest#a_full_backend_s_wait_is_passed_on"),
                    GATEWAY.in("backend/BackendProblem.java", "problem.retryAfter(busy.retryAfter());", "")),
            new Protection(
                    5,
                    "an instance that asks to come later gets its share",
                    GATEWAY.test("backend.InstancesTest"
                            + "#an_instance_that_asks_to_come_later_gets_one_call_a_second_while_another_has_room"),
                    GATEWAY.in("backend/Instance.java", "return wasBusy && now - busyUntil < 0;", "return false;")),
            new Protection(
                    6,
                    "a forward takes a body of any announced length",
                    GATEWAY.test(BODY_LIMIT),
                    GATEWAY.in("forward/RequestBody.java", "if (announced > maxBytes)", "if (announced < -1)"),
                    GATEWAY.in("forward/RequestBody.java", "more > maxBytes - length", "more < 0"),
                    GATEWAY.in("forward/RequestBody.java", "Math.min(maxBytes, ", "Math.max(0, ")),
            new Protection(
                    6,
                    "a forward takes a body of any length that is not announced",
                    GATEWAY.test(BODY_LIMIT),
                    GATEWAY.in("forward/RequestBody.java", "more > maxBytes - length", "more < 0"),
                    GATEWAY.in("forward/RequestBody.java", "Math.min(maxBytes, ", "Math.max(0, ")),
            new Protection(
                    7,
                    "the gateway asks for anybody's things",
                    GATEWAY.test("access.AccessTest#anothers_month_is_not_found_and_not_asked_for"),
                    GATEWAY.in("endpoint/EndpointAccess.java", "!owner.permits(caller, ownerId)", "false")),
            new Protection(
                    7,
                    "callers share what was fetched for another one",
                    GATEWAY.test("access.AccessTest#callers_share_calls_with_nobody_else"),
                    GATEWAY.in(
                            "aggregation/Coalescer.java",
                            "request.forwarded(), request.caller())",
                            "request.forwarded(), null)")),
            new Protection(
                    7,
                    "each backend gets the caller's token",
                    GATEWAY.test("access.AccessTest#a_backend_that_is_not_ours_does_not_get_the_token"),
                    GATEWAY.in("backend/Backend.java", "passToken && caller != null", "caller != null")),
            new Protection(
                    8,
                    "the cookies of a caller reach a backend",
                    GATEWAY.test(FORWARDED_HEADERS),
                    GATEWAY.in(
                            "endpoint/PassedHeaders.java",
                            "all.addAll(names);",
                            "all.addAll(names);\n        all.add(\"cookie\");")),
            new Protection(
                    8,
                    "the cookies of a backend reach the caller",
                    GATEWAY.test(FORWARDED_HEADERS),
                    GATEWAY.in(
                            "forward/AnswerHeaders.java",
                            "all.addAll(names);",
                            "all.addAll(names);\n        all.add(\"set-cookie\");")),
            new Protection(
                    8,
                    "a part of an aggregate gets the headers that another part may have",
                    GATEWAY.test("aggregation.DeadlineAndHeadersTest"
                            + "#only_the_headers_that_a_part_allows_are_passed_on"),
                    GATEWAY.in(
                            "aggregation/Plan.java",
                            "placesOf(part.requestHeaders())",
                            "placesOf(passedHeaders.names().stream().map(AsciiString::toString).toList())")),
            new Protection(
                    8,
                    "the cookies of a part that was refused reach the caller",
                    GATEWAY.test("backend.VerdictTest" + "#a_refusal_is_passed_on_to_the_caller_and_opens_no_circuit"),
                    GATEWAY.in(
                            "backend/JsonAnswer.java",
                            "default -> Map.of();",
                            "default -> header(response, AsciiString.cached(\"set-cookie\"));")),
            new Protection(
                    8,
                    "what belongs to the caller's connection reaches a backend",
                    GATEWAY.test("forward.ForwardTest#what_a_connection_header_names_stays_on_its_connection"),
                    GATEWAY.in("endpoint/PassedHeaders.java", " || isNamedIn(connection, name)", "")),
            new Protection(
                    8,
                    "what belongs to a backend's connection reaches the caller",
                    GATEWAY.test("forward.ForwardTest#what_a_connection_header_names_stays_on_its_connection"),
                    GATEWAY.in(
                            "forward/AnswerHeaders.java",
                            "answer.headers().containsValue(HttpHeaders.CONNECTION, header.name(), true)",
                            "false")),
            new Protection(
                    8,
                    "the caller is sent to any host that a backend names",
                    GATEWAY.test("forward.ForwardTest#a_location_at_another_host_is_left_out"),
                    GATEWAY.in("forward/PlaceRule.java", "host != null && hosts.contains(host)", "host != null")),
            new Protection(
                    8,
                    "a value is written into a path as it is",
                    GATEWAY.test(
                            "template.TemplatePropertyTest#no_value_leaves_its_segment_and_each_can_be_read_from_it"),
                    GATEWAY.in("template/PercentEncoding.java", "c >= 128 || !UNRESERVED[c]", "c >= 128")),
            new Protection(
                    8,
                    "a value may lead to the folder above",
                    GATEWAY.test("template.VariableTest#a_string_that_breaks_its_rules_is_refused"),
                    GATEWAY.in(
                            "template/Variable.java",
                            "value.equals(\".\") || value.equals(\"..\")",
                            "value.equals(\".\")")));

    private GatewayProtections() {}
}
