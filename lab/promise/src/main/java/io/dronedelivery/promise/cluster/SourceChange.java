package io.dronedelivery.promise.cluster;

/**
 * Another text in one of the applications' sources: a protection taken away, or what a coming version does otherwise.
 *
 * @param source from the root of the repository
 * @param text what is there; it has to be
 * @param instead what is there instead
 */
public record SourceChange(String source, String text, String instead) {}
