package io.dronedelivery.dispatchclient;

import io.dronedelivery.dispatchclient.DispatchApi.Answer;

/** The output of the client. Several threads may call it; each call is printed as a whole. */
interface Output {

    /** @param concurrency the requested one, or else the dispatcher's own */
    void started(Settings settings, int concurrency);

    void produced(Answer<Production> production);

    void status(Answer<DispatchStatus> status);

    /** A call was refused or not answered; the client continues. */
    void failed(DispatchException failure);

    /** There is no dispatcher; the client ends. */
    void noDispatcher(Settings settings, DispatchException failure);

    /** Whether the reader has closed the output, such as a pipe. */
    boolean isClosed();
}
