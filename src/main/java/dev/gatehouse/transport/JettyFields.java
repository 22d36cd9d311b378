package dev.gatehouse.transport;

import dev.gatehouse.http.Fields;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;

/** The client library's fields, seen as ours without a copy. */
record JettyFields(HttpFields fields) implements Fields {

    @Override
    public int size() {
        return fields.size();
    }

    @Override
    public String name(int index) {
        return fields.getField(index).getName();
    }

    @Override
    public String value(int index) {
        String value = fields.getField(index).getValue();
        return value == null ? "" : value;
    }

    /** Adds each of {@code from} to {@code to}. */
    static void copy(Fields from, HttpFields.Mutable to) {
        for (int i = 0; i < from.size(); i++) {
            to.add(new HttpField(from.name(i), from.value(i)));
        }
    }
}
