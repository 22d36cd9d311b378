package dev.gatehouse.cli;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/**
 * Starts the command line out of the WAR. Java cannot load classes from a jar inside a jar, so the WAR's own are laid out in
 * a temporary folder first, which is removed at the end.
 *
 * <p>It stands alone in the WAR's root: it may use nothing but the Java platform, and no class inside it.
 */
public final class Main {

    private static final String CLASSES = "WEB-INF/classes/";
    private static final String MANIFEST = "META-INF/MANIFEST.MF";

    /** How long the end of a stopped command may take. */
    private static final long PATIENCE_SECONDS = 2;

    private Main() {}

    /** Runs the command that {@code args} name and ends the process with its exit code. */
    public static void main(String[] args) throws Exception {
        Path war = Path.of(
                Main.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        Path folder = Files.createTempDirectory("gatehouse-");
        Deque<Runnable> atExit = new ConcurrentLinkedDeque<>();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> leave(atExit, folder), "gatehouse-exit"));
        URLClassLoader loader = new URLClassLoader(unpack(war, folder), ClassLoader.getPlatformClassLoader());
        CountDownLatch over = new CountDownLatch(1);
        atExit.addLast(() -> await(over)); // a command that has been stopped needs its classes to come to its end
        atExit.addLast(() -> close(loader));
        Thread.currentThread().setContextClassLoader(loader);
        int code;
        try {
            code = run(loader, args, atExit::addFirst);
        } finally {
            over.countDown();
        }
        System.exit(code);
    }

    private static int run(ClassLoader loader, String[] args, Consumer<Runnable> atExit) throws Exception {
        try {
            return (int) loader.loadClass("dev.gatehouse.cli.GatehouseCommand")
                    .getMethod("run", String[].class, Consumer.class)
                    .invoke(null, args, atExit);
        } catch (InvocationTargetException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }

    /** Lays out classes and libraries below {@code folder}; returns the class path, own classes first. */
    static URL[] unpack(Path war, Path folder) throws IOException {
        Path classes = Files.createDirectories(folder.resolve("classes")); // only what exists gets a URL that ends in /
        List<URL> path = new ArrayList<>(List.of(classes.toUri().toURL()));
        try (JarFile jar = new JarFile(war.toFile())) {
            for (ZipEntry entry : (Iterable<ZipEntry>) jar.stream().map(ZipEntry.class::cast)::iterator) {
                String name = entry.getName();
                if (entry.isDirectory()) {
                    continue;
                }
                if (name.equals(MANIFEST)) {
                    copy(jar, entry, classes, name);
                } else if (name.startsWith(CLASSES)) {
                    copy(jar, entry, classes, name.substring(CLASSES.length()));
                } else if (isLibrary(name)) {
                    path.add(copy(jar, entry, folder, name).toUri().toURL());
                }
            }
        }
        return path.toArray(URL[]::new);
    }

    private static boolean isLibrary(String name) {
        boolean inside = name.startsWith("WEB-INF/lib/") || name.startsWith("WEB-INF/lib-standalone/");
        return inside && name.endsWith(".jar");
    }

    private static Path copy(JarFile jar, ZipEntry entry, Path base, String name) throws IOException {
        Path file = base.resolve(name).normalize();
        if (!file.startsWith(base)) {
            throw new IOException("an entry that leads out of its folder: " + entry.getName());
        }
        Files.createDirectories(file.getParent());
        try (InputStream in = jar.getInputStream(entry)) {
            Files.copy(in, file);
        }
        return file;
    }

    /** In this order: whatever runs needs its classes until it has stopped. */
    private static void leave(Deque<Runnable> atExit, Path folder) {
        for (Runnable step : new ArrayDeque<>(atExit)) {
            try {
                step.run();
            } catch (RuntimeException e) {
                System.err.println(e);
            }
        }
        delete(folder);
    }

    private static void await(CountDownLatch over) {
        try {
            boolean unused = over.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }

    private static void close(URLClassLoader loader) {
        try {
            loader.close();
        } catch (IOException e) {
            System.err.println(e);
        }
    }

    private static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            System.err.println(e);
        }
    }
}
