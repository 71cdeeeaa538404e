/** Requests that are made up from the OpenAPI document, and whether their answers are what it promises. */
@NullMarked
package io.dronedelivery.house.api;

import org.jspecify.annotations.NullMarked;
