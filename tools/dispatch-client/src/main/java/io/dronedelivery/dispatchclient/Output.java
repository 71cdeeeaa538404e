package io.dronedelivery.dispatchclient;

import io.dronedelivery.dispatchclient.DispatchApi.Answer;

/** What the client tells. May be called from several threads; each call is told whole. */
interface Output {

    /** @param concurrency the one asked for, else the dispatcher's own */
    void started(Settings settings, int concurrency);

    void produced(Answer<Production> production);

    void status(Answer<DispatchStatus> status);

    /** A call was refused or not answered; the client goes on. */
    void failed(DispatchException failure);

    /** There is no dispatcher; the client ends. */
    void noDispatcher(Settings settings, DispatchException failure);

    /** Whether nobody reads any more, as behind a pipe that was closed. */
    boolean isClosed();
}
