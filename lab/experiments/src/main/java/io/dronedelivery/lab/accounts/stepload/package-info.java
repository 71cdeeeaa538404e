/** The step-load of the published performance tests: each test on a freshly configured stack, with more and more users. */
@NullMarked
package io.dronedelivery.lab.accounts.stepload;

import org.jspecify.annotations.NullMarked;
