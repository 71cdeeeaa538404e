@NullMarked
package io.dronedelivery.localstack.application;

import org.jspecify.annotations.NullMarked;
