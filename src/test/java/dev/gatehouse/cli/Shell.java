package dev.gatehouse.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import picocli.CommandLine;

/** Runs commands in this process and keeps what they print. */
final class Shell {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final List<Runnable> atExit = new CopyOnWriteArrayList<>();

    /** Runs a command to its end and returns its exit code. */
    int run(String... args) {
        CommandLine command = GatehouseCommand.commandLine(step -> atExit.add(0, step));
        command.setOut(new PrintWriter(out, true));
        command.setErr(new PrintWriter(err, true));
        return command.execute(args);
    }

    String out() {
        return out.toString();
    }

    List<String> errors() {
        return err.toString().lines().toList();
    }

    /** What the launcher does when the process is told to end. */
    void exit() {
        atExit.forEach(Runnable::run);
    }

    static String file(Path folder, String name, String text) throws Exception {
        return Files.writeString(folder.resolve(name), text).toString();
    }
}
