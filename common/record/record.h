/* SPDX-License-Identifier: MIT */
/* The plain structs that layers exchange and the store keeps. Each record is described once, in <name>.def; from it come
 * the struct here, the field table (record_table.c), the SQL columns (store/) and the JSON keys of gambrel-run/1.
 *
 * To add a field: one line in the .def, and a migration in store/. To add a record: a .def and one line in record_list.def.
 *
 * Within a run a record is named by its `ordinal`, dense from 0 in the order of emission; references are ordinals.
 * Null: text NULL, int GAM_NULL_INT, real NaN (an infinity is kept as null too). Strings are borrowed unless they lie in a
 * gam_runset, which copies.
 */
#ifndef GAM_COMMON_RECORD_RECORD_H
#define GAM_COMMON_RECORD_RECORD_H

#include <stddef.h>
#include <stdint.h>

struct gam_err;

#define GAM_NULL_INT INT64_MIN

/* The words of an enum as they stand in the database and in JSON; the index is the C value. */
struct gam_words {
    const char *const *word;
    size_t n;
};

#define GAM_WORDS(name) extern const struct gam_words gam_words_##name;
#include "common/record/words.def"
#undef GAM_WORDS

int gam_word_index(const struct gam_words *words, const char *text); /* -1 when it is none of them */

enum gam_run_status { GAM_RUN_RUNNING, GAM_RUN_COMPLETE, GAM_RUN_STOPPED, GAM_RUN_FAILED };
enum gam_run_purpose {
    GAM_PURPOSE_RUN,
    GAM_PURPOSE_GATE,
    GAM_PURPOSE_BASELINE,
    GAM_PURPOSE_IMPORT,
    GAM_PURPOSE_MODEL,
    GAM_PURPOSE_COMM
};
enum gam_role { GAM_ROLE_SUBJECT, GAM_ROLE_ROOF, GAM_ROLE_CONTROL };
/* ok: timed and right. skipped: not run, see reason. wrong: outside its tolerance, defines no roof. failed: an error while
 * running. dropped: lost the choice among candidates of one group at calibration. partial: interrupted before its rounds. */
enum gam_status {
    GAM_STATUS_OK,
    GAM_STATUS_SKIPPED,
    GAM_STATUS_WRONG,
    GAM_STATUS_FAILED,
    GAM_STATUS_DROPPED,
    GAM_STATUS_PARTIAL
};
enum gam_cache_state { GAM_CACHE_WARM, GAM_CACHE_COLD };
enum gam_severity { GAM_SEVERITY_INFO, GAM_SEVERITY_WARNING, GAM_SEVERITY_ERROR };
enum gam_target { GAM_TARGET_MEASUREMENT, GAM_TARGET_SAMPLE, GAM_TARGET_SPAN, GAM_TARGET_NODE, GAM_TARGET_RUN };
/* core .. wall are of energy too: a core is part of its package, packages and memory of the node (direct current), that of what
 * its plug draws (wall). */
enum gam_scope {
    GAM_SCOPE_THREAD,
    GAM_SCOPE_PROCESS,
    GAM_SCOPE_CORE,
    GAM_SCOPE_PACKAGE,
    GAM_SCOPE_DEVICE,
    GAM_SCOPE_LINK,
    GAM_SCOPE_UNCORE,
    GAM_SCOPE_DRAM,
    GAM_SCOPE_NODE,
    GAM_SCOPE_WALL
};
/* delta: counts over the interval. level: a state at its end. */
enum gam_quantity_kind { GAM_QUANTITY_DELTA, GAM_QUANTITY_LEVEL };
enum gam_energy_method { GAM_ENERGY_COUNTER, GAM_ENERGY_SAMPLED, GAM_ENERGY_MODELLED };
enum gam_memory_kind { GAM_MEMORY_CACHE, GAM_MEMORY_MAIN };

enum gam_sample_flag {
    GAM_SAMPLE_STEAL = 1 << 0,    /* the hypervisor took time */
    GAM_SAMPLE_SWITCHED = 1 << 1, /* involuntary context switches */
    GAM_SAMPLE_THROTTLED = 1 << 2,
    GAM_SAMPLE_SHORT = 1 << 3, /* below the shortest trustworthy sample */
    GAM_SAMPLE_MIGRATED = 1 << 4
};

/* The structs. */
#define GAM_TEXT(name, null)        const char *name;
#define GAM_TIME(name, null)        const char *name;
#define GAM_INT(name, null)         int64_t name;
#define GAM_NAT(name, null)         int64_t name;
#define GAM_BIG(name, null)         int64_t name;
#define GAM_REAL(name, null)        double name;
#define GAM_ENUM(name, words, null) int64_t name;
#define GAM_REF(name, record, null) int64_t name;
#define GAM_RECORD_STRUCT_BEGIN(name)                                                                                            \
    struct gam_##name {                                                                                                          \
        int64_t ordinal;
#define GAM_RECORD_STRUCT_END                                                                                                    \
    }                                                                                                                            \
    ;
GAM_RECORD_STRUCT_BEGIN(run)
#include "common/record/run.def"
GAM_RECORD_STRUCT_END
GAM_RECORD_STRUCT_BEGIN(run_option)
#include "common/record/run_option.def"
GAM_RECORD_STRUCT_END
GAM_RECORD_STRUCT_BEGIN(run_tag)
#include "common/record/run_tag.def"
GAM_RECORD_STRUCT_END
GAM_RECORD_STRUCT_BEGIN(host)
#include "common/record/host.def"
GAM_RECORD_STRUCT_END
GAM_RECORD_STRUCT_BEGIN(host_fact)
#include "common/record/host_fact.def"
GAM_RECORD_STRUCT_END
GAM_RECORD_STRUCT_BEGIN(event)
#include "common/record/event.def"
GAM_RECORD_STRUCT_END
GAM_RECORD_STRUCT_BEGIN(rank)
#include "common/record/rank.def"
GAM_RECORD_STRUCT_END
GAM_RECORD_STRUCT_BEGIN(device)
#include "common/record/device.def"
GAM_RECORD_STRUCT_END
GAM_RECORD_STRUCT_BEGIN(memory)
#include "common/record/memory.def"
GAM_RECORD_STRUCT_END
GAM_RECORD_STRUCT_BEGIN(link)
#include "common/record/link.def"
GAM_RECORD_STRUCT_END
GAM_RECORD_STRUCT_BEGIN(operator)
#include "common/record/operator.def"
GAM_RECORD_STRUCT_END
GAM_RECORD_STRUCT_BEGIN(node)
#include "common/record/node.def"
GAM_RECORD_STRUCT_END
GAM_RECORD_STRUCT_BEGIN(measurement)
#include "common/record/measurement.def"
GAM_RECORD_STRUCT_END
GAM_RECORD_STRUCT_BEGIN(sample)
#include "common/record/sample.def"
GAM_RECORD_STRUCT_END
GAM_RECORD_STRUCT_BEGIN(quantity_def)
#include "common/record/quantity_def.def"
GAM_RECORD_STRUCT_END
GAM_RECORD_STRUCT_BEGIN(reading)
#include "common/record/reading.def"
GAM_RECORD_STRUCT_END
GAM_RECORD_STRUCT_BEGIN(count)
#include "common/record/count.def"
GAM_RECORD_STRUCT_END
GAM_RECORD_STRUCT_BEGIN(span)
#include "common/record/span.def"
GAM_RECORD_STRUCT_END
GAM_RECORD_STRUCT_BEGIN(span_edge)
#include "common/record/span_edge.def"
GAM_RECORD_STRUCT_END
GAM_RECORD_STRUCT_BEGIN(collective)
#include "common/record/collective.def"
GAM_RECORD_STRUCT_END
GAM_RECORD_STRUCT_BEGIN(artifact)
#include "common/record/artifact.def"
GAM_RECORD_STRUCT_END
#undef GAM_TEXT
#undef GAM_TIME
#undef GAM_INT
#undef GAM_NAT
#undef GAM_BIG
#undef GAM_REAL
#undef GAM_ENUM
#undef GAM_REF
#undef GAM_RECORD_STRUCT_BEGIN
#undef GAM_RECORD_STRUCT_END

enum gam_record {
#define GAM_RECORD(name, upper) GAM_RECORD_##upper,
#include "common/record/record_list.def"
#undef GAM_RECORD
    GAM_RECORD_KINDS
};

/* What a field is; see the .def files. */
enum gam_field_type {
    GAM_FIELD_TEXT,
    GAM_FIELD_TIME, /* text, RFC 3339 */
    GAM_FIELD_INT,  /* |x| < 2^53: a JSON number */
    GAM_FIELD_BIG,  /* may pass 2^53: a decimal string in JSON */
    GAM_FIELD_REAL,
    GAM_FIELD_ENUM, /* int in C, a word outside */
    GAM_FIELD_REF   /* ordinal of another record of the run */
};

struct gam_field {
    const char *name;
    enum gam_field_type type;
    size_t offset; /* in the record's struct */
    int nullable;
    int natural;                   /* GAM_FIELD_INT that is never negative */
    const struct gam_words *words; /* GAM_FIELD_ENUM */
    enum gam_record target;        /* GAM_FIELD_REF */
};

struct gam_record_desc {
    const char *name; /* table and JSON name */
    size_t size;
    const struct gam_field *fields; /* without the ordinal */
    size_t n_fields;
};

const struct gam_record_desc *gam_record_desc(enum gam_record which);

/* Room for any record. */
union gam_record_any {
    int64_t ordinal;
#define GAM_RECORD(name, upper) struct gam_##name name;
#include "common/record/record_list.def"
#undef GAM_RECORD
};

/* Sets every field of a record to null (ordinal 0). */
void gam_record_clear(enum gam_record which, void *record);

/* NOT_NULL fields are set, words known, ints below 2^53, times RFC 3339 in UTC, references and subjects below n_rows[of their
 * record] (NULL: those are not looked at). -GAM_EINVAL with "sample[12].duration_ns: ...". */
int gam_record_check(enum gam_record which, const void *record, const size_t n_rows[GAM_RECORD_KINDS], struct gam_err *err);

/* "2026-11-30T10:43:51.123Z": date and time of day exist, Z, up to nine digits of a fraction. */
int gam_time_valid(const char *text);

#endif
