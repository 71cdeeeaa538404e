package org.springframework.util.concurrent;

/** What is done after a failure, as Spring Framework had it until version 6. */
@FunctionalInterface
public interface FailureCallback {

    void onFailure(Throwable failure);
}
