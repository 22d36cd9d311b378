package dev.gatehouse.cli;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import picocli.CommandLine.IVersionProvider;

/** The version of this build, out of the manifest that the launcher lays beside our classes. */
final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() throws IOException {
        return new String[] {"gatehouse " + number()};
    }

    private static String number() throws IOException {
        URL home = Version.class.getProtectionDomain().getCodeSource().getLocation();
        URL manifest = new URL(home, "META-INF/MANIFEST.MF");
        try (InputStream in = manifest.openStream()) {
            String version = new Manifest(in).getMainAttributes().getValue(Attributes.Name.IMPLEMENTATION_VERSION);
            return version == null ? "(unpackaged)" : version;
        } catch (IOException absent) {
            return "(unpackaged)";
        }
    }
}
