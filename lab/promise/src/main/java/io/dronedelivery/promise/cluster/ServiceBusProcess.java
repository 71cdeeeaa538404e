package io.dronedelivery.promise.cluster;

import io.dronedelivery.localservicebus.LocalServiceBus;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import tools.jackson.databind.ObjectMapper;

/** A durable Service Bus as a process. A file name on its standard input makes it write its figures there, as JSON. */
final class ServiceBusProcess {

    private ServiceBusProcess() {}

    /** @param args port, entities, data directory */
    public static void main(String[] args) throws IOException {
        LocalServiceBus bus = LocalServiceBus.start(options ->
                options.port(Integer.parseInt(args[0])).config(Path.of(args[1])).dataDirectory(Path.of(args[2])));
        Runtime.getRuntime().addShutdownHook(new Thread(bus::close));
        ObjectMapper json = new ObjectMapper();
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String file = input.readLine(); file != null; file = input.readLine()) {
            Path draft = Path.of(file + ".new");
            Files.writeString(draft, json.writeValueAsString(bus.stats()));
            Files.move(draft, Path.of(file), StandardCopyOption.ATOMIC_MOVE);
        }
        // The end of the input is the end of the parent.
        System.exit(0);
    }
}
