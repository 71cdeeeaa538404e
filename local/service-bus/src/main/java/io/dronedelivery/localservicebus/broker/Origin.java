package io.dronedelivery.localservicebus.broker;

/**
 * The origin of a forwarded dead letter.
 *
 * @param enqueuedSequence its number where it was first enqueued
 * @param deadLetterSource the path of the entity that dead-lettered it
 */
record Origin(long enqueuedSequence, String deadLetterSource) {}
