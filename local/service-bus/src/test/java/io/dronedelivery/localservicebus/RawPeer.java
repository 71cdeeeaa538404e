package io.dronedelivery.localservicebus;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.apache.qpid.proton.Proton;
import org.apache.qpid.proton.amqp.transport.ErrorCondition;
import org.apache.qpid.proton.engine.Collector;
import org.apache.qpid.proton.engine.Connection;
import org.apache.qpid.proton.engine.EndpointState;
import org.apache.qpid.proton.engine.Sasl;
import org.apache.qpid.proton.engine.Session;
import org.apache.qpid.proton.engine.Transport;

/**
 * A client made of a protocol engine and a socket, for what the SDKs' clients do only by chance: everything that a test prepares leaves in one
 * write, so the broker finds it in one piece.
 */
final class RawPeer implements AutoCloseable {
    /** Descriptors of performatives (AMQP 1.0 part 2.7). */
    static final int BEGIN = 0x11;

    static final int ATTACH = 0x12;
    static final int END = 0x17;
    static final int CLOSE = 0x18;

    private final Socket socket;
    private final Transport transport = Proton.transport();
    private final Connection connection = Proton.connection();
    private boolean cut;

    private RawPeer(Socket socket, int maxFrameSize) {
        this.socket = socket;
        transport.setMaxFrameSize(maxFrameSize);
        Sasl sasl = transport.sasl();
        sasl.client();
        sasl.plain("RootManageSharedAccessKey", "SAS_KEY_VALUE");
        connection.setContainer("raw");
        connection.setHostname("localhost");
        connection.collect(Collector.Factory.create());
        transport.bind(connection);
        connection.open();
    }

    static RawPeer connect(LocalServiceBus bus) throws IOException {
        return connect(bus, 65_536);
    }

    /** A connection that is open, and may do everything. */
    static RawPeer connect(LocalServiceBus bus, int maxFrameSize) throws IOException {
        RawPeer peer = new RawPeer(socket(bus), maxFrameSize);
        peer.until(() -> peer.connection.getRemoteState() == EndpointState.ACTIVE);
        return peer;
    }

    /** Why the broker closes a connection as soon as it opens. */
    static ErrorCondition refusal(LocalServiceBus bus) throws IOException {
        try (RawPeer peer = new RawPeer(socket(bus), 65_536)) {
            peer.until(() -> peer.connection.getRemoteState() == EndpointState.CLOSED);
            return peer.connection.getRemoteCondition();
        }
    }

    private static Socket socket(LocalServiceBus bus) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), bus.port());
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(Math.toIntExact(Clients.WAIT.toMillis()));
        return socket;
    }

    /** A session that both sides have begun. */
    Session begin() throws IOException {
        return begin(Integer.MAX_VALUE);
    }

    /** A session that takes so many bytes before this side has to read. */
    Session begin(int incomingCapacity) throws IOException {
        Session session = connection.session();
        session.setIncomingCapacity(incomingCapacity);
        session.open();
        until(() -> session.getRemoteState() == EndpointState.ACTIVE);
        return session;
    }

    /** A session that the next flush begins. */
    Session session() {
        Session session = connection.session();
        session.open();
        return session;
    }

    /** Sends all that was prepared, in one write. */
    void flush() throws IOException {
        ByteBuffer all = ByteBuffer.allocate(1024 * 1024);
        for (int pending = transport.pending(); pending > 0; pending = transport.pending()) {
            ByteBuffer head = transport.head();
            int length = head.remaining();
            all.put(head);
            transport.pop(length);
        }
        socket.getOutputStream().write(all.array(), 0, all.position());
    }

    /** Sends a frame of these bytes on the first channel, past the engine. */
    void sendFrame(int... body) throws IOException {
        ByteBuffer frame =
                ByteBuffer.allocate(8 + body.length).putInt(8 + body.length).putInt(0x02000000);
        for (int value : body) {
            frame.put((byte) value);
        }
        socket.getOutputStream().write(frame.array());
    }

    /** Sends what was prepared and reads until the condition holds. */
    void until(BooleanSupplier condition) throws IOException {
        flush();
        byte[] bytes = new byte[8192];
        while (!condition.getAsBoolean()) {
            int length =
                    cut ? -1 : socket.getInputStream().read(bytes, 0, Math.min(bytes.length, transport.capacity()));
            if (length < 0) {
                cut = true;
                throw new AssertionError("the broker has cut the connection");
            }
            transport.tail().put(bytes, 0, length);
            transport.process();
            flush();
        }
    }

    /** Sends what was prepared, and reads frames without showing them to the engine, up to the first one of those kinds. */
    List<Integer> performativesUntil(Integer... last) throws IOException {
        flush();
        List<Integer> performatives = new ArrayList<>();
        DataInputStream in = new DataInputStream(socket.getInputStream());
        while (Collections.disjoint(performatives, List.of(last))) {
            byte[] frame = new byte[in.readInt() - Integer.BYTES];
            in.readFully(frame);
            // Four bytes of header, then a descriptor: 0x00, 0x53, the code.
            performatives.add((int) frame[6]);
        }
        return performatives;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
