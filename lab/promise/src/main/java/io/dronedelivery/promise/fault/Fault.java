package io.dronedelivery.promise.fault;

/** Something that goes wrong while deliveries come in. */
public interface Fault {

    /**
     * @param kind of the fault, in a word or two
     * @param what it was, for people
     */
    record StruckFault(String kind, String what) {}

    /** Makes it happen, and returns when it is over. What must hold meanwhile goes into the scene's checks. */
    StruckFault strike(Scene scene) throws Exception;
}
