/** Ingestion, API and pages over HTTP. */
@NullMarked
package io.dronedelivery.localapplicationinsights.web;

import org.jspecify.annotations.NullMarked;
