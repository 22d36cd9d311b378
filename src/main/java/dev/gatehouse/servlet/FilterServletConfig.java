package dev.gatehouse.servlet;

import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletContext;
import java.util.Enumeration;
import org.jspecify.annotations.Nullable;

/** A filter's configuration, as a servlet wants to see it. */
record FilterServletConfig(FilterConfig filter) implements ServletConfig {

    @Override
    public String getServletName() {
        return filter.getFilterName();
    }

    @Override
    public ServletContext getServletContext() {
        return filter.getServletContext();
    }

    @Override
    public @Nullable String getInitParameter(String name) {
        return filter.getInitParameter(name);
    }

    @Override
    public Enumeration<String> getInitParameterNames() {
        return filter.getInitParameterNames();
    }
}
