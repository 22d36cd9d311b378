package dev.gatehouse.servlet;

import dev.gatehouse.forward.ClientHead;
import dev.gatehouse.http.Fields;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes response heads into the container's response. */
final class ResponseHead {

    private static final Logger LOG = LoggerFactory.getLogger(ResponseHead.class);

    private static final int EARLY_HINTS = 103;

    private ResponseHead() {}

    /** Writes {@code head}; never with {@code sendError}, so that no error page of the container takes its place. */
    static void write(ClientHead head, HttpServletRequest request, HttpServletResponse response, Container container) {
        response.setStatus(head.status());
        Fields fields = head.fields();
        for (int i = 0; i < fields.size(); i++) {
            String name = fields.name(i);
            if (name.length() == 12 && name.equalsIgnoreCase("Content-Type")) {
                ContentTypes.write(fields.value(i), request, response, container);
            } else if (isTheContainersToo(name)) {
                response.setHeader(name, fields.value(i));
            } else {
                response.addHeader(name, fields.value(i));
            }
        }
        if (head.length() >= 0) {
            response.setContentLengthLong(head.length());
        }
        writeExtra(head.extra(), response);
    }

    /** A sound answer must not fail for want of a field that only observers read. */
    private static void writeExtra(Fields extra, HttpServletResponse response) {
        for (int i = 0; i < extra.size(); i++) {
            try {
                response.setHeader(extra.name(i), extra.value(i));
            } catch (RuntimeException refused) {
                LOG.debug("{} was not written", extra.name(i), refused);
            }
        }
    }

    /** Makes room for a whole body of {@code length} bytes, so that it is sent with its head. */
    static void reserve(HttpServletResponse response, int length) {
        if (length >= response.getBufferSize()) {
            response.setBufferSize(length + 1);
        }
    }

    /** Containers put these in themselves before we come; there must be one of each. */
    private static boolean isTheContainersToo(String name) {
        return name.length() == 4 && name.equalsIgnoreCase("Date")
                || name.length() == 6 && name.equalsIgnoreCase("Server");
    }

    /** Sends 103 with {@code fields}, which are not part of the final head. */
    static void earlyHints(HttpServletResponse response, Fields fields) {
        if (fields.size() == 0 || response.isCommitted()) {
            return;
        }
        for (int i = 0; i < fields.size(); i++) {
            response.addHeader(fields.name(i), fields.value(i));
        }
        try {
            response.sendError(EARLY_HINTS); // both containers take it for the interim response
        } catch (IOException | IllegalStateException refused) {
            LOG.debug("early hints were not sent", refused);
        }
        response.reset(); // the hints are no part of the final head
    }
}
