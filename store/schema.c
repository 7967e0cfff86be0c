/* SPDX-License-Identifier: MIT */
/* A table per record description, and those of the gate, which no record describes. Every row of a run is keyed by
 * (run, ordinal); references are composite, so that a run can only refer to itself.
 */
#include "store/store_priv.h"

static const char *column_type(const struct gam_field *field)
{
    switch (field->type) {
    case GAM_FIELD_TEXT:
    case GAM_FIELD_TIME:
    case GAM_FIELD_ENUM:
        return "TEXT";
    case GAM_FIELD_REAL:
        return "REAL";
    default:
        return "INTEGER";
    }
}

static void columns_sql(struct gam_strbuf *out, const struct gam_record_desc *desc)
{
    for (size_t i = 0; i < desc->n_fields; i++) {
        const struct gam_field *field = &desc->fields[i];

        gam_strbuf_printf(out, ",\n  \"%s\" %s%s", field->name, column_type(field), field->nullable ? "" : " NOT NULL");
    }
}

static void references_sql(struct gam_strbuf *out, const struct gam_record_desc *desc)
{
    for (size_t i = 0; i < desc->n_fields; i++) {
        const struct gam_field *field = &desc->fields[i];
        const struct gam_record_desc *target = gam_record_desc(field->target);

        if (field->type != GAM_FIELD_REF)
            continue;
        /* a record of the same table may come later in the transaction */
        gam_strbuf_printf(out, ",\n  FOREIGN KEY (run, \"%s\") REFERENCES \"%s\" (run, ordinal)%s", field->name, target->name,
                          target == desc ? " DEFERRABLE INITIALLY DEFERRED" : "");
    }
}

static void run_table_sql(struct gam_strbuf *out)
{
    gam_strbuf_text(out, "CREATE TABLE \"run\" (\n  id INTEGER PRIMARY KEY");
    columns_sql(out, gam_record_desc(GAM_RECORD_RUN));
    gam_strbuf_text(out, ",\n  UNIQUE (uuid)\n) STRICT;\n");
}

static void record_table_sql(struct gam_strbuf *out, const struct gam_record_desc *desc)
{
    gam_strbuf_printf(out, "CREATE TABLE \"%s\" (\n  run INTEGER NOT NULL,\n  ordinal INTEGER NOT NULL", desc->name);
    columns_sql(out, desc);
    gam_strbuf_text(out, ",\n  PRIMARY KEY (run, ordinal),\n  FOREIGN KEY (run) REFERENCES \"run\" (id)");
    references_sql(out, desc);
    gam_strbuf_text(out, "\n) STRICT, WITHOUT ROWID;\n");
}

/* Arms are commands or revisions; a slot is one process of one arm. Durations in ns, ratios candidate / base. */
static const char gate_sql[] = "CREATE TABLE \"gate\" (\n"
                               "  id INTEGER PRIMARY KEY,\n"
                               "  uuid TEXT NOT NULL UNIQUE,\n"
                               "  kind TEXT NOT NULL,\n"   /* ab baseline selftest */
                               "  status TEXT NOT NULL,\n" /* as run.status */
                               "  started TEXT NOT NULL,\n"
                               "  finished TEXT,\n"
                               "  verdict TEXT,\n"
                               "  reason TEXT,\n"
                               "  advisory INTEGER NOT NULL,\n"
                               "  threshold_ratio REAL,\n"
                               "  threshold_ns INTEGER,\n"
                               "  alpha REAL,\n"
                               "  mde_ratio REAL,\n"         /* smallest effect that could have been seen */
                               "  noise_floor_ratio REAL,\n" /* of the A/A control */
                               "  slot_order TEXT,\n"
                               "  seed INTEGER NOT NULL,\n"
                               "  host_class TEXT,\n"
                               "  device_class TEXT,\n"
                               "  base_kind TEXT,\n" /* command revision baseline */
                               "  base_name TEXT,\n"
                               "  cand_kind TEXT,\n"
                               "  cand_name TEXT,\n"
                               "  confirms TEXT,\n" /* uuid of the gate that this one repeats */
                               "  owner_boot_id TEXT,\n"
                               "  owner_pid INTEGER,\n"
                               "  owner_start_ticks INTEGER,\n"
                               "  tool_version TEXT,\n"
                               "  tool_commit TEXT\n"
                               ") STRICT;\n"
                               "CREATE TABLE \"gate_slot\" (\n"
                               "  gate INTEGER NOT NULL REFERENCES \"gate\" (id),\n"
                               "  ordinal INTEGER NOT NULL,\n" /* in the order of execution */
                               "  pair INTEGER NOT NULL,\n"
                               "  look INTEGER NOT NULL,\n"
                               "  arm TEXT NOT NULL,\n" /* base cand control */
                               "  run TEXT,\n"          /* uuid of the run that it made */
                               "  status TEXT NOT NULL,\n"
                               "  reason TEXT,\n"
                               "  exit_code INTEGER,\n"
                               "  started TEXT,\n"
                               "  duration_ns INTEGER,\n"
                               "  PRIMARY KEY (gate, ordinal)\n"
                               ") STRICT, WITHOUT ROWID;\n"
                               "CREATE TABLE \"gate_case\" (\n"
                               "  gate INTEGER NOT NULL REFERENCES \"gate\" (id),\n"
                               "  ordinal INTEGER NOT NULL,\n"
                               "  op TEXT NOT NULL,\n"
                               "  implementation TEXT,\n"
                               "  implementation_version TEXT,\n"
                               "  threads INTEGER,\n"
                               "  cache TEXT,\n"
                               "  metric TEXT NOT NULL,\n"
                               "  unit TEXT NOT NULL,\n"
                               "  base REAL,\n"
                               "  cand REAL,\n"
                               "  ratio REAL,\n"
                               "  ratio_low REAL,\n"
                               "  ratio_high REAL,\n"
                               "  p REAL,\n"
                               "  mde_ratio REAL,\n"
                               "  pairs INTEGER NOT NULL,\n"
                               "  verdict TEXT NOT NULL,\n"
                               "  reason TEXT,\n"
                               "  PRIMARY KEY (gate, ordinal)\n"
                               ") STRICT, WITHOUT ROWID;\n"
                               /* A history: a row is never changed but for `superseded`. */
                               "CREATE TABLE \"baseline\" (\n"
                               "  id INTEGER PRIMARY KEY,\n"
                               "  uuid TEXT NOT NULL UNIQUE,\n"
                               "  name TEXT NOT NULL,\n"
                               "  host_class TEXT,\n"
                               "  device_class TEXT,\n"
                               "  op TEXT NOT NULL,\n"
                               "  implementation TEXT,\n"
                               "  implementation_version TEXT,\n"
                               "  threads INTEGER,\n"
                               "  cache TEXT,\n"
                               "  metric TEXT NOT NULL,\n"
                               "  unit TEXT NOT NULL,\n"
                               "  value REAL NOT NULL,\n"
                               "  value_low REAL,\n"
                               "  value_high REAL,\n"
                               "  run TEXT,\n" /* uuid of the run that it comes from */
                               "  accepted TEXT NOT NULL,\n"
                               "  why TEXT NOT NULL,\n"
                               "  superseded TEXT\n" /* when */
                               ") STRICT;\n"
                               /* What people found out later about a verdict; the newest row of a gate counts. */
                               "CREATE TABLE \"gate_review\" (\n"
                               "  id INTEGER PRIMARY KEY,\n"
                               "  gate INTEGER NOT NULL REFERENCES \"gate\" (id),\n"
                               "  held INTEGER NOT NULL,\n"
                               "  why TEXT NOT NULL,\n"
                               "  reviewed TEXT NOT NULL\n"
                               ") STRICT;\n"
                               "CREATE INDEX \"gate_review_gate\" ON \"gate_review\" (gate);\n"
                               "CREATE INDEX \"baseline_series\" ON \"baseline\" (name, op);\n"
                               "CREATE INDEX \"run_tag_tag\" ON \"run_tag\" (tag);\n";

int gam_schema_sql(struct gam_strbuf *out, struct gam_err *err)
{
    run_table_sql(out);
    for (int i = GAM_RECORD_RUN + 1; i < GAM_RECORD_KINDS; i++)
        record_table_sql(out, gam_record_desc((enum gam_record)i));
    gam_strbuf_text(out, gate_sql);
    return gam_strbuf_status(out, err);
}
