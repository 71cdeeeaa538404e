/** What the designs of the job queue have in common. */
@NullMarked
package io.dronedelivery.requestreply.support;

import org.jspecify.annotations.NullMarked;
