@NullMarked
package io.dronedelivery.servicekit.web;

import org.jspecify.annotations.NullMarked;
