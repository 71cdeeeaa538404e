package io.dronedelivery.gateway.check;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

final class SettingsArguments {

    /** The argument that adds files to those that a gateway reads. */
    static final String FILES = "--spring.config.additional-location=";

    private static final Pattern SETTING = Pattern.compile("--[A-Za-z][^=]*\\.[^=]*=.*", Pattern.DOTALL);

    private SettingsArguments() {}

    /**
     * @param command whose unknown arguments are settings
     * @param files read in addition, the later ones over the earlier ones
     * @throws ParameterException when an argument is no setting, or a file does not exist
     */
    static List<String> of(CommandLine command, List<Path> files) {
        List<String> arguments = new ArrayList<>();
        for (String setting : command.getUnmatchedArguments()) {
            if (!SETTING.matcher(setting).matches()) {
                throw new ParameterException(
                        command, "Unknown option: '" + setting + "'. A setting is --name.of.it=value.");
            }
            if (setting.startsWith(FILES) && !files.isEmpty()) {
                throw new ParameterException(command, "Name the files once: as FILE or in " + FILES);
            }
            arguments.add(setting);
        }
        List<String> locations = new ArrayList<>();
        for (Path file : files) {
            if (!Files.isReadable(file)) {
                throw new ParameterException(command, "There is no file " + file + " that can be read.");
            }
            locations.add("file:" + file.toAbsolutePath() + (Files.isDirectory(file) ? "/" : ""));
        }
        if (!locations.isEmpty()) {
            arguments.add(FILES + String.join(",", locations));
        }
        return arguments;
    }
}
