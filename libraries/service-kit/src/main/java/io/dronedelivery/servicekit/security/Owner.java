package io.dronedelivery.servicekit.security;

/**
 * An owner whose data may be read or changed. Code that serves requests takes this type, not a name. It gets it from its
 * {@link Caller#owner caller}, which was checked. A rule of the build enforces this, because containers also have methods that take names, for
 * messages and background work.
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
