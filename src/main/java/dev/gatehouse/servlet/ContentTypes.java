package dev.gatehouse.servlet;

import jakarta.servlet.ServletResponse;
import jakarta.servlet.ServletResponseWrapper;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes {@code Content-Type} exactly as the upstream sent it. Both containers would rewrite it: Jetty replaces types that
 * it knows by its own spelling of them, Tomcat takes the value apart and puts it together again without the space before
 * {@code charset}.
 */
final class ContentTypes {

    private static final Logger LOG = LoggerFactory.getLogger(ContentTypes.class);

    private static final String NAME = "Content-Type";

    /** How Tomcat's fields are reached; null until the first response, or where they cannot be. */
    private static volatile @Nullable TomcatFields tomcat;

    private static volatile boolean tomcatRefused;

    private ContentTypes() {}

    static void write(String value, HttpServletRequest request, HttpServletResponse response, Container container) {
        if (container == Container.TOMCAT && value.indexOf(';') >= 0 && !tomcatRefused) {
            writeOnTomcat(value, response);
        } else if (container == Container.JETTY && !value.isEmpty() && !ServletRequestHead.isHttp2(request)) {
            // HTTP/2 takes no space around values (RFC 9113, section 8.2.1): there Jetty's spelling is the lesser evil.
            // Elsewhere space after a value is not part of it (RFC 9110, section 5.5), but keeps Jetty from knowing the
            // type.
            response.setHeader(NAME, value + " ");
        } else {
            response.setHeader(NAME, value);
        }
    }

    private static void writeOnTomcat(String value, HttpServletResponse response) {
        try {
            ServletResponse inner = response;
            while (inner instanceof ServletResponseWrapper wrapper) {
                inner = wrapper.getResponse();
            }
            TomcatFields fields = tomcat;
            if (fields == null || !fields.facade.getDeclaringClass().isInstance(inner)) {
                fields = TomcatFields.of(inner);
                tomcat = fields;
            }
            fields.set(inner, value);
        } catch (ReflectiveOperationException | RuntimeException refused) {
            tomcatRefused = true;
            LOG.info("content types are written in the container's spelling: {}", refused.toString());
            response.setHeader(NAME, value);
        }
    }

    /** The way from a response to its fields: facade, response, wire response, fields, one field's value. */
    private record TomcatFields(Field facade, Method wire, Method fields, Method add, Method setString) {

        static TomcatFields of(ServletResponse response) throws ReflectiveOperationException {
            Field facade = response.getClass().getDeclaredField("response");
            facade.setAccessible(true);
            Method wire = facade.getType().getMethod("getCoyoteResponse");
            Method fields = wire.getReturnType().getMethod("getMimeHeaders");
            Method add = fields.getReturnType().getMethod("setValue", String.class);
            Method setString = add.getReturnType().getMethod("setString", String.class);
            return new TomcatFields(facade, wire, fields, add, setString);
        }

        void set(ServletResponse response, String value) throws ReflectiveOperationException {
            Object all = fields.invoke(wire.invoke(facade.get(response)));
            setString.invoke(add.invoke(all, NAME), value);
        }
    }
}
