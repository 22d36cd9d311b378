package dev.gatehouse.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A key with a certificate of its own making, for a server, and what a client needs to trust it.
 *
 * @param keyStore holds key and certificate
 * @param trustStore holds the certificate and nothing else
 */
public record TlsKeys(Path keyStore, Path trustStore) {

    /** What opens both stores. */
    public static final String PASSWORD = "changeit";

    /** Makes them in {@code folder}, for {@code subject}, such as {@code ip:127.0.0.1} or {@code dns:a.test}. */
    public static TlsKeys make(Path folder, String subject)
            throws IOException, InterruptedException, GeneralSecurityException {
        Path keys = folder.resolve("origin.p12");
        makeKey(keys, subject);
        Path trusted = folder.resolve("trust.p12");
        trust(keys, trusted);
        return new TlsKeys(keys, trusted);
    }

    /** For a server that shows the certificate. */
    public SSLContext server() throws IOException, GeneralSecurityException {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(read(keyStore), PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        return context;
    }

    /** For a client that trusts this certificate and no other. */
    public SSLContext client() throws IOException, GeneralSecurityException {
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(read(trustStore));
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    private static void makeKey(Path keys, String subject) throws IOException, InterruptedException {
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=origin",
                        "-ext",
                        "san=" + subject,
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        PASSWORD,
                        "-keystore",
                        keys.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (!keytool.waitFor(30, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
            throw new IOException("keytool made no key");
        }
    }

    private static void trust(Path keys, Path trusted) throws IOException, GeneralSecurityException {
        KeyStore from = read(keys);
        KeyStore to = KeyStore.getInstance("PKCS12");
        to.load(null, null);
        to.setCertificateEntry("origin", from.getCertificate(from.aliases().nextElement()));
        try (OutputStream out = Files.newOutputStream(trusted)) {
            to.store(out, PASSWORD.toCharArray());
        }
    }

    private static KeyStore read(Path file) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD.toCharArray());
        }
        return store;
    }
}
