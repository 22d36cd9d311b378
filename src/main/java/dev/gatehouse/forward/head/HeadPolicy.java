package dev.gatehouse.forward.head;

import dev.gatehouse.config.model.ForwardedFields;

/**
 * What an upstream request says beside what the client said.
 *
 * @param forwarded what becomes of the fields that tell what the visitor asked for
 * @param stampsId whether {@code X-Request-Id} is ours; false lets the client's travel on
 * @param passesAcceptEncoding whether the client's {@code Accept-Encoding} travels on
 */
public record HeadPolicy(ForwardedFields forwarded, boolean stampsId, boolean passesAcceptEncoding) {

    /** What holds where nobody says otherwise. */
    public static final HeadPolicy DEFAULT = new HeadPolicy(ForwardedFields.DEFAULT, true, false);
}
