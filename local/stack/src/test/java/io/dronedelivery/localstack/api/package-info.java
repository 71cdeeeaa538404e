/** Requests that are made up from the OpenAPI document, and whether their answers are what it promises. */
@NullMarked
package io.dronedelivery.localstack.api;

import org.jspecify.annotations.NullMarked;
