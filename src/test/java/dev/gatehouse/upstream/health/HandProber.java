package dev.gatehouse.upstream.health;

import dev.gatehouse.http.FieldList;
import dev.gatehouse.transport.Probe;
import dev.gatehouse.transport.ProbeAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Lets a test answer probes one by one, by the host that is asked. */
final class HandProber implements Prober {

    private record Asked(Probe probe, CompletableFuture<ProbeAnswer> answer) {}

    private final List<Asked> underWay = new ArrayList<>();
    private int asked;

    @Override
    public synchronized CompletionStage<ProbeAnswer> ask(Probe probe) {
        CompletableFuture<ProbeAnswer> answer = new CompletableFuture<>();
        underWay.add(new Asked(probe, answer));
        asked++;
        return answer;
    }

    /** The hosts that are being asked, in the order in which that began. */
    synchronized List<String> hosts() {
        return underWay.stream().map(one -> one.probe.origin().host()).toList();
    }

    /** How many probes there have been. */
    synchronized int asked() {
        return asked;
    }

    void answer(String host, int status) {
        end(host, new ProbeAnswer.Answered(status, new FieldList(0), ""));
    }

    void fail(String host) {
        end(host, new ProbeAnswer.Failed(ProbeAnswer.Why.TIMEOUT));
    }

    /** Answers all who are being asked and those asked for it. */
    void answerAll(int status) {
        while (!hosts().isEmpty()) {
            answer(hosts().get(0), status);
        }
    }

    void end(String host, ProbeAnswer answer) {
        take(host).answer.complete(answer);
    }

    private synchronized Asked take(String host) {
        Asked found = underWay.stream()
                .filter(one -> one.probe.origin().host().equals(host))
                .findFirst()
                .orElseThrow();
        underWay.remove(found);
        return found;
    }
}
