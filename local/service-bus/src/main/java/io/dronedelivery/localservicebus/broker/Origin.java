package io.dronedelivery.localservicebus.broker;

/**
 * What a forwarded dead letter says of the entity that it died in.
 *
 * @param enqueuedSequence its number where it was first enqueued
 * @param deadLetterSource the path of the entity that dead-lettered it
 */
record Origin(long enqueuedSequence, String deadLetterSource) {}
