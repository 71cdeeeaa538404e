package io.dronedelivery.localservicebus.amqp;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.qpid.proton.amqp.UnsignedInteger;
import org.apache.qpid.proton.amqp.transport.Attach;
import org.apache.qpid.proton.amqp.transport.Detach;
import org.apache.qpid.proton.engine.EndpointState;
import org.apache.qpid.proton.engine.Link;
import org.apache.qpid.proton.engine.impl.ProtocolTracer;
import org.apache.qpid.proton.framing.TransportFrame;
import org.jspecify.annotations.Nullable;

/**
 * The links of a connection whose attach is not answered yet. A client that detaches such a link waits for an answer. The engine cannot
 * answer the detach of a link that it has not attached, and cannot attach a detached one. So this attaches the link when the frame with the
 * detach has arrived, before the engine handles it. Belongs to one connection and its event loop.
 */
final class UnansweredAttaches implements ProtocolTracer {
    private record Handle(int channel, UnsignedInteger number) {}

    private final Map<Handle, Link> links = new HashMap<>();
    private final Consumer<Link> answer;
    private @Nullable Handle lastAttached;

    /** @param answer attaches a link that the client is about to detach */
    UnansweredAttaches(Consumer<Link> answer) {
        this.answer = answer;
    }

    /** Adds the link of the last attach, unless it was answered. */
    void add(Link link) {
        links.values().removeIf(known -> !isUnanswered(known));
        Handle handle = lastAttached;
        if (handle != null && isUnanswered(link)) {
            links.put(handle, link);
        }
    }

    private static boolean isUnanswered(Link link) {
        return link.getLocalState() == EndpointState.UNINITIALIZED
                && link.getRemoteState() == EndpointState.ACTIVE
                && link.getSession().getRemoteState() == EndpointState.ACTIVE;
    }

    @Override
    public void receivedFrame(TransportFrame frame) {
        if (frame.getBody() instanceof Attach attach) {
            lastAttached = new Handle(frame.getChannel(), attach.getHandle());
        } else if (frame.getBody() instanceof Detach detach) {
            Link link = links.remove(new Handle(frame.getChannel(), detach.getHandle()));
            if (link != null && isUnanswered(link)) {
                answer.accept(link);
            }
        }
    }

    @Override
    public void sentFrame(TransportFrame frame) {}
}
