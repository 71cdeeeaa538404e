/**
 * The promise, tested: what was answered with 202 becomes one invoice line, whatever goes wrong meanwhile.
 *
 * @see io.dronedelivery.promise.fault.Fault
 */
@NullMarked
package io.dronedelivery.promise;

import org.jspecify.annotations.NullMarked;
