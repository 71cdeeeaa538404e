package io.dronedelivery.gateway.tls;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.ssl.DefaultSslBundleRegistry;
import org.springframework.boot.ssl.SslBundle;

/**
 * The SSL bundles of the gateway. One whose files have changed is checked first: if it has a fault, the old one stays for the server and for
 * all backends.
 */
final class CheckedSslBundles extends DefaultSslBundleRegistry implements MeterBinder {

    private static final Logger log = LoggerFactory.getLogger(CheckedSslBundles.class);

    private record Reloads(LongAdder done, LongAdder refused) {}

    private final Map<String, Reloads> reloads = new ConcurrentHashMap<>();

    @Override
    public void registerBundle(String name, SslBundle bundle) {
        reloads.put(name, new Reloads(new LongAdder(), new LongAdder()));
        super.registerBundle(name, bundle);
    }

    @Override
    public void updateBundle(String name, SslBundle changed) {
        Reloads counted = reloads.get(name);
        String fault = fault(name, changed);
        if (counted != null) {
            (fault == null ? counted.done : counted.refused).increment();
        }
        if (fault == null) {
            super.updateBundle(name, changed);
            log.info("The SSL bundle {} was reloaded: new connections use it", name);
        } else {
            log.error("The SSL bundle {} was not reloaded, the one before stays in use: the new one {}", name, fault);
        }
    }

    private @Nullable String fault(String name, SslBundle changed) {
        String fault = BundleFaults.find(changed);
        return fault == null && BundleFaults.hasKey(getBundle(name)) && !BundleFaults.hasKey(changed)
                ? "has no private key"
                : fault;
    }

    @Override
    public void bindTo(MeterRegistry meters) {
        reloads.forEach((name, counted) -> {
            counter(meters, name, "reloaded", counted.done);
            counter(meters, name, "refused", counted.refused);
        });
    }

    private static void counter(MeterRegistry meters, String bundle, String outcome, LongAdder count) {
        FunctionCounter.builder("gateway.ssl.bundle.reloads", count, LongAdder::sum)
                .description(
                        "changes of the files of an SSL bundle. Refused: they have a fault, and the ones before stay in use")
                .tag("bundle", bundle)
                .tag("outcome", outcome)
                .register(meters);
    }
}
