/** Tests of what only the whole house can show: the stack as a person starts it, and the rules that its modules keep. */
@NullMarked
package io.dronedelivery.house;

import org.jspecify.annotations.NullMarked;
