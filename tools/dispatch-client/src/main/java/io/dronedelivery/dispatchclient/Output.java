package io.dronedelivery.dispatchclient;

import io.dronedelivery.dispatchclient.DispatchApi.ParsedAnswer;

/** The output of the client. Several threads may call it; each call is printed as a whole. */
interface Output {

    /** @param concurrency the requested one, or else the dispatcher's own */
    void started(ConsoleSettings settings, int concurrency);

    void produced(ParsedAnswer<Production> production);

    void status(ParsedAnswer<DispatchStatus> status);

    /** A call was refused or not answered; the client continues. */
    void failed(DispatchException failure);

    /** There is no dispatcher; the client ends. */
    void noDispatcher(ConsoleSettings settings, DispatchException failure);

    /** Whether the reader has closed the output, such as a pipe. */
    boolean isClosed();
}
