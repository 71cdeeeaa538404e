/** What an experiment leaves behind: a page that needs no network, a table, the raw figures, and how far it is meanwhile. */
@NullMarked
package io.dronedelivery.lab.kit.report;

import org.jspecify.annotations.NullMarked;
