package io.dronedelivery.promise.fault;

/** Something that goes wrong while deliveries come in. */
public interface Fault {

    /** Its kind, in a word or two. */
    String kind();

    /**
     * Makes it happen, and returns when it is over. What must hold meanwhile goes into the scene's checks.
     *
     * @return what was done, for people
     */
    String strike(Scene scene) throws Exception;
}
