package org.springframework.util.concurrent;

import org.jspecify.annotations.Nullable;

/** What is done with a result, as Spring Framework had it until version 6. */
@FunctionalInterface
public interface SuccessCallback<T> {

    void onSuccess(@Nullable T result);
}
