package io.dronedelivery.servicekit.edge;

/** Which web pages of other origins may call an application that requests no token. A bean of this type says so. */
@FunctionalInterface
public interface TrustedPages {

    /** @param origin such as {@code https://app.example.com} */
    boolean mayCall(String origin);
}
