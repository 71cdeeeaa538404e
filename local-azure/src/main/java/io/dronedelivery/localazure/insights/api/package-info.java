/** What the pages are told, as JSON. */
@NullMarked
package io.dronedelivery.localazure.insights.api;

import org.jspecify.annotations.NullMarked;
