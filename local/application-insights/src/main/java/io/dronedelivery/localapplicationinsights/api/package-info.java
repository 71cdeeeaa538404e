/** The JSON answers of the pages' API. */
@NullMarked
package io.dronedelivery.localapplicationinsights.api;

import org.jspecify.annotations.NullMarked;
