package io.dronedelivery.localblob;

import io.dronedelivery.localrequests.LocalRequests;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Options of a {@link LocalBlob}. */
public final class LocalBlobOptions {

    private static final long DEFAULT_CAPACITY = 256L * 1024 * 1024;
    private static final int LARGEST_PORT = 65_535;

    int port;
    InetAddress address = InetAddress.getLoopbackAddress();
    String advertisedHost = "127.0.0.1";
    long capacity = DEFAULT_CAPACITY;

    LocalBlobOptions() {}

    /** The port; 0, the default, takes a free one. */
    public LocalBlobOptions port(int newPort) {
        if (newPort < 0 || newPort > LARGEST_PORT) {
            throw new IllegalArgumentException("port must be between 0 and 65535, but is " + newPort);
        }
        port = newPort;
        return this;
    }

    /** The address to listen on; loopback by default. Others can call any other address, because the key is public. */
    public LocalBlobOptions address(String newAddress) {
        try {
            address = InetAddress.getByName(newAddress);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("address must be one of this machine, but is '" + newAddress + "'", e);
        }
        return this;
    }

    /** The host in {@link LocalBlob#endpoint()}; {@code 127.0.0.1} by default. */
    public LocalBlobOptions advertisedHost(String host) {
        advertisedHost = host;
        return this;
    }

    /** The most stored bytes; beyond it requests are refused with 503. 256 MiB by default. */
    public LocalBlobOptions capacity(long bytes) {
        capacity = bytes;
        return this;
    }

    /** The key is public, so a web page could sign a request too. */
    LocalRequests localRequests() {
        return address.isLoopbackAddress()
                ? LocalRequests.toLoopback()
                : LocalRequests.toLoopback().orTo(List.of(advertisedHost));
    }
}
