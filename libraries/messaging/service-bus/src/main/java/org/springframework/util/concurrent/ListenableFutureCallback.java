package org.springframework.util.concurrent;

/** What is done when a future has ended, as Spring Framework had it until version 6. */
public interface ListenableFutureCallback<T> extends SuccessCallback<T>, FailureCallback {}
