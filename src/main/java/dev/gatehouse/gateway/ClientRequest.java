package dev.gatehouse.gateway;

import dev.gatehouse.forward.ClientSide;
import dev.gatehouse.forward.OwnAnswer;
import dev.gatehouse.http.RequestHead;
import dev.gatehouse.net.IpAddress;
import org.jspecify.annotations.Nullable;

/** One request as the container hands it over. Implemented by the entry points. */
public interface ClientRequest {

    /** The head. */
    RequestHead head();

    /** The caller's address; null where nobody trustworthy has told it. */
    @Nullable
    IpAddress clientAddress();

    /** The caller's country, two upper-case letters; null where it is not known. */
    @Nullable
    String country();

    /** Context and servlet path: what stands in front of {@link RequestHead#path()} for the visitor; may be empty. */
    String mountPath();

    /** The id that the platform in front gave the request, if a trusted peer has told; null otherwise. */
    @Nullable
    String platformRequestId();

    /** Why the request cannot be served at all, as a status; 0 where it can. */
    int malformed();

    /** Answers right here, on the container's thread, before the request became asynchronous. */
    void answer(OwnAnswer answer);

    /** Makes the request asynchronous and returns the client's end of it. */
    ClientSide open();
}
