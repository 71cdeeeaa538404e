package io.dronedelivery.gateway.cache;

/**
 * What a URI of a backend answers between two changes. Kept answers refer to it, so that a change ends the use of all of them at once. Any
 * thread may call it.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9111#section-4.4">RFC 9111, section 4.4, invalidating stored responses</a>
 */
public final class UriVersion {

    private volatile boolean over;

    UriVersion() {}

    void end() {
        over = true;
    }

    boolean isOver() {
        return over;
    }
}
