/** The HTTP server: ingestion, API and pages. */
@NullMarked
package io.dronedelivery.localazure.insights.web;

import org.jspecify.annotations.NullMarked;
