package io.dronedelivery.servicekit.security;

/**
 * An owner whose things may be read or changed. What serves requests asks for the documents of one instead of those of a name: it gets it
 * from its {@link Caller#owner caller}, who was checked. A rule of the build sees to that, since containers have methods that take names
 * as well, for messages and for what runs in the background.
 */
public final class Owner {

    private final String id;

    Owner(String id) {
        this.id = id;
    }

    /** The owner of an event or a job, which was checked when it was accepted. Not for what comes with a request. */
    public static Owner ofMessage(String id) {
        return new Owner(id);
    }

    /** The identifier. */
    public String id() {
        return id;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Owner owner && owner.id.equals(id);
    }

    @Override
    public int hashCode() {
        return id.hashCode();
    }

    @Override
    public String toString() {
        return id;
    }
}
