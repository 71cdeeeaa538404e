package io.dronedelivery.promise.cluster;

/** What a connection can suffer. */
public enum ConnectionFault {
    NONE("no fault"),
    /** Every piece of data takes 300 ms longer, in each direction. */
    LATENCY("slow"),
    /** Reset, and so is every new one. */
    CUT("cut"),
    /** Open, and nothing comes through; new ones too. Reset in the end: what was sent meanwhile is gone. */
    HALF_OPEN("half-open"),
    /** Data comes a few bytes at a time. */
    DRIP("dripping");

    private final String text;

    ConnectionFault(String text) {
        this.text = text;
    }

    /** For people. */
    public String text() {
        return text;
    }
}
