package dev.gatehouse.servlet;

import dev.gatehouse.config.model.ServerSettings;
import dev.gatehouse.config.source.Secret;
import dev.gatehouse.config.source.Secrets;
import dev.gatehouse.guard.GuardResources;
import dev.gatehouse.guard.jwt.AccessTokens;
import dev.gatehouse.guard.jwt.KeySets;
import dev.gatehouse.transport.JettyTransport;
import dev.gatehouse.transport.SmallDocuments;
import java.time.InstantSource;

/** What the guards of a deployment share: it outlives every reload of the table. */
final class GuardParts {

    private final GuardResources resources;

    GuardParts(ServerSettings settings, JettyTransport transport) {
        Secrets secrets = Secrets.ofProcess(settings.secretsDir());
        SmallDocuments documents = new SmallDocuments(transport, transport.alarms(), transport.workers());
        this.resources = new GuardResources(
                name -> secrets.find(name).map(Secret::value),
                InstantSource.system(),
                new AccessTokens(new KeySets(documents::get, System::nanoTime), InstantSource.system()),
                false);
    }

    GuardResources resources() {
        return resources;
    }
}
