package io.dronedelivery.gateway.forward;

import io.dronedelivery.servicekit.problem.LogLimit;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a caller receives of the places that a backend names in Location and Content-Location. */
final class PlaceRule {

    private static final Logger log = LoggerFactory.getLogger(PlaceRule.class);
    private static final LogLimit LINES = new LogLimit(10, System::nanoTime);
    private static final int LONGEST_IN_LOG = 200;

    private final String forward;
    private final @Nullable LocationRewrite rewrite;
    private final Set<String> hosts;

    /**
     * @param forward its name, for the log
     * @param rewrite turns places at the backend into places at the gateway, null when they stay as they are
     * @param hosts that a place may be at; a place at another host is left out
     */
    PlaceRule(String forward, @Nullable LocationRewrite rewrite, List<String> hosts) {
        this.forward = forward;
        this.rewrite = rewrite;
        this.hosts = hosts.stream().map(host -> host.toLowerCase(Locale.ROOT)).collect(Collectors.toSet());
    }

    /**
     * The place as the caller has to call it; null when it is at a host that no setting names.
     *
     * @param place as the backend wrote it
     * @param askedHost the Host that the backend was called by
     * @param publicPath what stands before the gateway's own paths: the base path, or the path of a proxy in front; may be empty
     */
    @Nullable
    String rewritten(String place, @Nullable String askedHost, String publicPath) {
        String encoded = UriText.encoded(place);
        String rewritten = rewrite == null ? encoded : rewrite.apply(encoded, askedHost);
        if (UriText.isOfSameOrigin(rewritten)) {
            return isBelow(publicPath, rewritten) ? rewritten : publicPath + rewritten;
        }
        String host = UriText.host(rewritten);
        if (host != null && hosts.contains(host)) {
            return rewritten;
        }
        noteLeftOut(rewritten);
        return null;
    }

    /** Whether nothing has to be put before it: it is relative to what the caller has called, or begins with that already. */
    private static boolean isBelow(String publicPath, String reference) {
        if (publicPath.isEmpty() || !reference.startsWith("/")) {
            return true;
        }
        int end = publicPath.length();
        return reference.startsWith(publicPath)
                && (reference.length() == end || "/?#".indexOf(reference.charAt(end)) >= 0);
    }

    private void noteLeftOut(String place) {
        int leftOut = LINES.next();
        if (leftOut != LogLimit.LEFT_OUT) {
            log.warn(
                    "A Location or Content-Location of the forward '{}' is left out, because its host is none of location-hosts: {}"
                            + " ({} more were not logged)",
                    forward,
                    place.length() > LONGEST_IN_LOG ? place.substring(0, LONGEST_IN_LOG) + "..." : place,
                    leftOut);
        }
    }
}
