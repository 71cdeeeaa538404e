/**
 * A stand-in of Azure Application Insights inside the JVM: the ingestion that exporters post to, bounded storage, and pages that show load
 * while it runs. Start one with {@link io.dronedelivery.localapplicationinsights.LocalApplicationInsights#start()}.
 *
 * <p>Modelled:
 *
 * <ul>
 *   <li>{@code POST /v2.1/track} and {@code /v2/track} with one envelope a line or an array, gzip or plain; each envelope is accepted or
 *     refused separately
 *   <li>requests, dependencies, traces, exceptions, custom metrics with dimensions, custom events and page views
 *   <li>sessions and users, sampling by {@code itemCount}, transactions from end to end
 * </ul>
 *
 * <p>Answered without effect: live metrics, which have no subscribers here.
 *
 * <p>Refused with status 400 and a message that names it: availability results, browser timings, and envelopes with another instrumentation
 * key, such as the exporters' own statistics. An exporter stops sending those after this answer.
 *
 * <p>Not modelled: Entra ID, the profiler, the query language.
 */
@NullMarked
package io.dronedelivery.localapplicationinsights;

import org.jspecify.annotations.NullMarked;
