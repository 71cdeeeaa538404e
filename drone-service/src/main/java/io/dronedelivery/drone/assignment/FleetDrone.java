package io.dronedelivery.drone.assignment;

import java.math.BigDecimal;

/**
 * @param kind the name of its class
 * @param capacityKg what it carries
 */
record FleetDrone(String droneId, String kind, BigDecimal capacityKg) {}
