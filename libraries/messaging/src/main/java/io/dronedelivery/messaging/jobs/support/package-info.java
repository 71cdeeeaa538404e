/** What the designs of the job queue have in common. */
@NullMarked
package io.dronedelivery.messaging.jobs.support;

import org.jspecify.annotations.NullMarked;
