package io.dronedelivery.servicekit.security;

/**
 * @param year 2000 to 2100
 * @param month 1 to 12
 */
public record OwnerMonth(Owner owner, int year, int month) {}
