package io.dronedelivery.drone.telemetry;

import io.dronedelivery.servicekit.security.Access;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.http.CacheControl;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * A page, {@code /map}, that shows the live positions of all drones on a grid. It is public because it contains no position: its script
 * reads the stream of {@link PositionController} with the token that its reader enters, if one is needed.
 */
@RestController
@ConditionalOnTelemetry
@Access("public")
final class DroneMapController {

    /** Nothing from other origins. */
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
            + "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    @GetMapping(path = "/map", produces = "text/html;charset=utf-8")
    ResponseEntity<Resource> page() {
        return file("map.html");
    }

    @GetMapping(path = "/map/map.js", produces = "text/javascript;charset=utf-8")
    ResponseEntity<Resource> script() {
        return file("map.js");
    }

    @GetMapping(path = "/map/map.css", produces = "text/css;charset=utf-8")
    ResponseEntity<Resource> style() {
        return file("map.css");
    }

    private static ResponseEntity<Resource> file(String name) {
        return ResponseEntity.ok()
                .cacheControl(CacheControl.noCache())
                .header("Content-Security-Policy", POLICY)
                .body(new ClassPathResource(name, DroneMapController.class));
    }
}
