/** The HTTP server: ingestion, API and pages. */
@NullMarked
package io.dronedelivery.localapplicationinsights.web;

import org.jspecify.annotations.NullMarked;
