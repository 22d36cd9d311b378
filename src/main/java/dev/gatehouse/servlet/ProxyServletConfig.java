package dev.gatehouse.servlet;

import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletContext;
import java.util.Enumeration;
import org.jspecify.annotations.Nullable;

/** The container's configuration, with a name for {@code Via} so that the parent does not ask a name server for ours. */
record ProxyServletConfig(ServletConfig inner) implements ServletConfig {

    @Override
    public String getServletName() {
        return inner.getServletName();
    }

    @Override
    public ServletContext getServletContext() {
        return inner.getServletContext();
    }

    @Override
    public @Nullable String getInitParameter(String name) {
        return name.equals("viaHost") ? "gatehouse" : inner.getInitParameter(name);
    }

    @Override
    public Enumeration<String> getInitParameterNames() {
        return inner.getInitParameterNames();
    }
}
