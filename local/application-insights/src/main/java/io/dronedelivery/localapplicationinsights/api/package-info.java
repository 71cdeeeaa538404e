/** What the pages are told, as JSON. */
@NullMarked
package io.dronedelivery.localapplicationinsights.api;

import org.jspecify.annotations.NullMarked;
