/** Azure Blob Storage in the JVM, as much of it as an archive needs. */
@NullMarked
package io.dronedelivery.localblob;

import org.jspecify.annotations.NullMarked;
