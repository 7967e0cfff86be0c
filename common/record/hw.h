/* SPDX-License-Identifier: MIT */
/* What is known about a device that may not be here: facts with their sources. hwdb reads them from its files, cli hands them to
 * the analyzer and to the renderers.
 *
 * A fact has one value in the unit that it names, a kind and a confidence. NaN: asked for and not known, `note` says why. What is
 * simply absent is not known either. Peaks are operations per second, a multiply-add is 2; "dense" unless `sparsity` says
 * otherwise. Figures are of the whole device as `part` names it; `visible_devices` divides a package into what software sees.
 *
 * To add a kind of fact: a line in the enum and in the table of hw.c, and in docs/schema/gambrel-device-1.schema.json.
 */
#ifndef GAM_COMMON_RECORD_HW_H
#define GAM_COMMON_RECORD_HW_H

#include <stddef.h>
#include <stdint.h>

enum gam_hw_what {
    GAM_HW_PEAK, /* dtype, sparsity; perhaps pipe ("vector", "matrix", "special" functions; absent: the best published rate) */
    GAM_HW_MEMORY_BYTES,   /* level: "main", "sram" (all on-chip memory that the note names), or a measured level "L1" ... */
    GAM_HW_BANDWIDTH,      /* level; perhaps pattern ("read" "write" "copy" "triad", absent: not said) */
    GAM_HW_LATENCY,        /* level; s */
    GAM_HW_LAUNCH,         /* s: starting an empty operator */
    GAM_HW_LINK_ONE_WAY,   /* link; bytes/s of all links of that name together */
    GAM_HW_LINK_BOTH_WAYS, /* link; the sum of both directions */
    GAM_HW_LINK_ALPHA,     /* link; s for an empty message */
    GAM_HW_LINK_COUNT,     /* link */
    GAM_HW_ROOF,           /* name; in a unit of its own: photonic and in-memory devices */
    GAM_HW_TDP,            /* watt */
    GAM_HW_YEAR,
    GAM_HW_PROCESS,         /* nm */
    GAM_HW_DIES,            /* in the part */
    GAM_HW_VISIBLE_DEVICES, /* that software sees of the part */
    GAM_HW_MEMORY_TYPE,     /* text */
    GAM_HW_HOST_INTERFACE,  /* text */
    GAM_HW_FORM_FACTOR,     /* text */
    GAM_HW_CAPABILITY,      /* name: a dtype or "2:4"; `has` */
    GAM_HW_WHATS
};

enum gam_hw_shape { GAM_HW_NUMBER, GAM_HW_TEXT, GAM_HW_FLAG };

/* Qualifiers that tell facts of one kind apart. */
enum gam_hw_qualifier {
    GAM_HW_DTYPE,
    GAM_HW_PIPE,
    GAM_HW_SPARSITY,
    GAM_HW_LEVEL,
    GAM_HW_PATTERN,
    GAM_HW_LINK,
    GAM_HW_NAME,
    GAM_HW_QUALIFIERS
};
const char *gam_hw_qualifier_word(enum gam_hw_qualifier q); /* "dtype" ... */

struct gam_hw_rule {
    const char *word; /* in files: "peak" ... */
    enum gam_hw_shape shape;
    const char *units[4]; /* allowed ones, NULL-terminated; none: any unit (GAM_HW_ROOF) */
    unsigned needs, may;  /* 1u << enum gam_hw_qualifier */
    const char *title;    /* for people: "peak" "memory" ... */
};
const struct gam_hw_rule *gam_hw_rule(enum gam_hw_what what);

enum gam_hw_kind { GAM_HW_DATASHEET, GAM_HW_MEASURED, GAM_HW_DERIVED, GAM_HW_ANNOUNCED, GAM_HW_ASSUMED, GAM_HW_KINDS };
enum gam_hw_confidence { GAM_HW_LOW, GAM_HW_MEDIUM, GAM_HW_HIGH, GAM_HW_CONFIDENCES };
const char *gam_hw_kind_word(enum gam_hw_kind kind);                   /* "datasheet" ... */
const char *gam_hw_confidence_word(enum gam_hw_confidence confidence); /* "low" ... */

struct gam_hw_provenance {
    enum gam_hw_kind kind;
    enum gam_hw_confidence confidence;
    uint32_t sources; /* bit i: the device's source i names it; 0: the sources are known for the device only */
    const char *note; /* or NULL */
};

struct gam_hw_fact {
    enum gam_hw_what what;
    const char *qualifier[GAM_HW_QUALIFIERS]; /* NULL: does not apply */
    double value;                             /* NaN: not known; texts and flags too */
    const char *text;                         /* GAM_HW_TEXT */
    int has;                                  /* GAM_HW_FLAG */
    const char *unit;                         /* GAM_HW_NUMBER */
    double low, high;                         /* 95 % interval of a measured value; NaN */
    struct gam_hw_provenance from;
};

enum { GAM_HW_SOURCES_MAX = 32 };
struct gam_hw_source {
    const char *id, *title, *says;
};

/* Which operators run on it at all. "listed": those of `kind` and no others; "unknown": nobody has published it. */
enum gam_hw_coverage { GAM_HW_COVERS_ANY, GAM_HW_COVERS_LISTED, GAM_HW_COVERS_NONE, GAM_HW_COVERS_UNKNOWN, GAM_HW_COVERAGES };
const char *gam_hw_coverage_word(enum gam_hw_coverage coverage);

struct gam_hw_device {
    const char *id, *name, *vendor;
    const char *family; /* gpu tpu npu asic fpga cpu photonic in-memory */
    const char *status; /* released announced */
    const char *part;   /* what the figures are of: die package card socket soc superchip wafer interposer host */
    const char *beside; /* id of the device that these measured facts belong beside; NULL */
    const char *origin; /* the file; NULL: built in */
    const char **note;
    size_t n_notes;
    enum gam_hw_coverage coverage;
    const char **kind; /* operator kinds that are covered */
    size_t n_kinds;
    struct gam_hw_provenance coverage_from;
    struct gam_hw_fact *fact;
    size_t n_facts;
    struct gam_hw_source *source;
    size_t n_sources;
};

/* The first fact of that kind whose qualifiers equal those given (NULL members of `qualifier`, or NULL itself: any). */
const struct gam_hw_fact *gam_hw_find(const struct gam_hw_device *d, enum gam_hw_what what,
                                      const char *const qualifier[GAM_HW_QUALIFIERS]);
/* Its value, NaN when there is none; for kinds without qualifiers (tdp, year ...). */
double gam_hw_number(const struct gam_hw_device *d, enum gam_hw_what what);
const char *gam_hw_text(const struct gam_hw_device *d, enum gam_hw_what what); /* NULL */

/* The fastest peak of a dtype ("f64" "f32" "tf32" "bf16" "f16" "f8" "f6" "f4" "i8" "i4"); sparsity "dense" "2:4" ...; pipe NULL:
 * any but special. Measured facts win over published ones. NULL: not known. */
const struct gam_hw_fact *gam_hw_peak(const struct gam_hw_device *d, const char *dtype, const char *sparsity, const char *pipe);
/* Bandwidth of main memory, measured before published, of measured ones the fastest pattern. NULL: not known. */
const struct gam_hw_fact *gam_hw_bandwidth(const struct gam_hw_device *d);
const struct gam_hw_fact *gam_hw_capacity(const struct gam_hw_device *d); /* of main memory */
/* The fastest link to other devices of its kind; a link's facts by its name ("host": to the host). */
const struct gam_hw_fact *gam_hw_peer_link(const struct gam_hw_device *d);
double gam_hw_link(const struct gam_hw_device *d, enum gam_hw_what what, const char *link); /* NaN */
int gam_hw_capability(const struct gam_hw_device *d, const char *name);                     /* 1, 0, -1: not known */
int gam_hw_covers(const struct gam_hw_device *d, const char *operator_kind);                /* 1, 0, -1: not known */
/* Operations per byte of main memory at which compute and memory take equally long; NaN. */
double gam_hw_ridge(const struct gam_hw_device *d, const char *dtype);

/* The dtype words in the order of tables, NULL-terminated; and their bits in memory. */
extern const char *const gam_hw_dtypes[];
double gam_hw_dtype_bits(const char *dtype); /* NaN for another word */

#endif
