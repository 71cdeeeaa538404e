package io.dronedelivery.localapplicationinsights.telemetry;

/** Names of the gateway's spans, by which its answers are told from its other work. See {@code gateway/docs/telemetry.md}. */
public final class GatewayNames {
    public static final String ROLE = "gateway";
    /** The part of an aggregation that a call is for. */
    public static final String PART = "gateway.part";
    /** {@code true} for a request that shared the calls of an identical one, to which its link leads. */
    public static final String COALESCED = "gateway.coalesced";
    /** The exporter's dimension for links. */
    public static final String LINKS = "_MS.links";
    /** The type of the problem that was answered, or for which a part was left out; its last word is the reason. */
    public static final String PROBLEM_TYPE = "problem.type";

    public static final String PROBLEM_DETAIL = "problem.detail";

    private GatewayNames() {}
}
