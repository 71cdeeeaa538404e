package io.dronedelivery.servicekit.edge;

import io.dronedelivery.servicekit.deadline.Deadline;
import io.dronedelivery.servicekit.trace.TraceMembers;
import io.dronedelivery.servicekit.trace.TraceParent;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.AsciiString;
import java.net.InetAddress;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What is believed of a connection's requests, decided once for the connection. The headers that are not believed are taken off each
 * request before anything reads them, and of what a proxy says of its clients the part stays that the proxies have said.
 *
 * @param forwardedFor null when the caller is no proxy
 */
record CallerTrust(
        AsciiString[] unbelieved, boolean traces, @Nullable ForwardedFor forwardedFor) {

    private static final AsciiString[] DEADLINE = names(Deadline.HEADER);
    private static final AsciiString[] TRACE = names(TraceParent.HEADER, TraceMembers.HEADER);
    private static final AsciiString[] FORWARDED = names(
            "forwarded",
            "x-forwarded-for",
            "x-forwarded-host",
            "x-forwarded-port",
            "x-forwarded-prefix",
            "x-forwarded-proto",
            "x-forwarded-ssl");

    private static AsciiString[] names(String... names) {
        return Arrays.stream(names).map(AsciiString::cached).toArray(AsciiString[]::new);
    }

    /** @param peer the other end of the connection, null when it has no address */
    static CallerTrust in(EdgeProperties edge, @Nullable InetAddress peer) {
        AsciiString[] unbelieved = {};
        unbelieved = Network.contain(edge.deadlinesFrom(), peer) ? unbelieved : with(unbelieved, DEADLINE);
        boolean traces = Network.contain(edge.tracesFrom(), peer);
        unbelieved = traces ? unbelieved : with(unbelieved, TRACE);
        if (peer != null && Network.contain(edge.forwardedFrom(), peer)) {
            return new CallerTrust(unbelieved, traces, new ForwardedFor(peer, edge.forwardedFrom()));
        }
        return new CallerTrust(with(unbelieved, FORWARDED), traces, null);
    }

    private static AsciiString[] with(AsciiString[] some, AsciiString[] more) {
        AsciiString[] all = Arrays.copyOf(some, some.length + more.length);
        System.arraycopy(more, 0, all, some.length, more.length);
        return all;
    }

    /** Takes off what is not believed. */
    void applyTo(HttpHeaders headers) {
        for (AsciiString name : unbelieved) {
            headers.remove(name);
        }
        if (traces) {
            TraceFields.applyTo(headers);
        }
        if (forwardedFor != null) {
            forwardedFor.applyTo(headers);
            ForwardedFields.applyTo(headers);
        }
    }
}
