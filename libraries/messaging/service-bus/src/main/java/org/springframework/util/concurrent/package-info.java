/**
 * The types that Spring Framework 7 removed and the Service Bus binder 6.1 still names: without them its message handler does not link. Nothing
 * here calls them. They go when a binder for Framework 7 resolves.
 */
@NullMarked
package org.springframework.util.concurrent;

import org.jspecify.annotations.NullMarked;
