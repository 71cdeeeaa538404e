package io.dronedelivery.promise.cluster;

import io.dronedelivery.promise.cluster.FaultProxy.ConnectionFault;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The proxies between the parts, by what they stand before: {@code broker}, {@code cosmos}, {@code postgres}, {@code invoice-service-2}. */
public final class ClusterNetwork implements AutoCloseable {

    private final Map<String, FaultProxy> proxies = new LinkedHashMap<>();

    /** Puts a proxy before a server; returns the proxy's port. */
    int before(String name, int server) throws IOException {
        FaultProxy proxy = new FaultProxy(server);
        proxies.put(name, proxy);
        return proxy.port();
    }

    /** Before which parts something can be done. */
    public List<String> places() {
        return List.copyOf(proxies.keySet());
    }

    /** All connections through this place suffer so from now on. */
    public void suffer(String place, ConnectionFault fault) {
        FaultProxy proxy = proxies.get(place);
        if (proxy == null) {
            throw new IllegalArgumentException("There is no proxy before " + place + "; there are " + places());
        }
        proxy.suffer(fault);
    }

    @Override
    public void close() throws IOException {
        for (FaultProxy proxy : proxies.values()) {
            proxy.close();
        }
    }
}
