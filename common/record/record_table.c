/* SPDX-License-Identifier: MIT */
/* The field tables of all records, from the .def files. */
#include "common/record/record.h"

#include <math.h>
#include <string.h>

enum { NOT_NULL, NULLABLE };

#define FIELD(field, field_type, null, more)                                                                                     \
    { .name = #field, .type = field_type, .offset = offsetof(struct GAM_THIS, field), .nullable = null, more },
#define GAM_TEXT(name, null)        FIELD(name, GAM_FIELD_TEXT, null, .words = NULL)
#define GAM_TIME(name, null)        FIELD(name, GAM_FIELD_TIME, null, .words = NULL)
#define GAM_INT(name, null)         FIELD(name, GAM_FIELD_INT, null, .words = NULL)
#define GAM_NAT(name, null)         FIELD(name, GAM_FIELD_INT, null, .natural = 1)
#define GAM_BIG(name, null)         FIELD(name, GAM_FIELD_BIG, null, .words = NULL)
#define GAM_REAL(name, null)        FIELD(name, GAM_FIELD_REAL, null, .words = NULL)
#define GAM_ENUM(name, list, null)  FIELD(name, GAM_FIELD_ENUM, null, .words = &gam_words_##list)
#define GAM_REF(name, record, null) FIELD(name, GAM_FIELD_REF, null, .target = GAM_RECORD_##record)

#define GAM_THIS gam_run
static const struct gam_field run_fields[] = {
#include "common/record/run.def"
};
#undef GAM_THIS
#define GAM_THIS gam_run_option
static const struct gam_field run_option_fields[] = {
#include "common/record/run_option.def"
};
#undef GAM_THIS
#define GAM_THIS gam_run_tag
static const struct gam_field run_tag_fields[] = {
#include "common/record/run_tag.def"
};
#undef GAM_THIS
#define GAM_THIS gam_host
static const struct gam_field host_fields[] = {
#include "common/record/host.def"
};
#undef GAM_THIS
#define GAM_THIS gam_host_fact
static const struct gam_field host_fact_fields[] = {
#include "common/record/host_fact.def"
};
#undef GAM_THIS
#define GAM_THIS gam_event
static const struct gam_field event_fields[] = {
#include "common/record/event.def"
};
#undef GAM_THIS
#define GAM_THIS gam_rank
static const struct gam_field rank_fields[] = {
#include "common/record/rank.def"
};
#undef GAM_THIS
#define GAM_THIS gam_device
static const struct gam_field device_fields[] = {
#include "common/record/device.def"
};
#undef GAM_THIS
#define GAM_THIS gam_memory
static const struct gam_field memory_fields[] = {
#include "common/record/memory.def"
};
#undef GAM_THIS
#define GAM_THIS gam_link
static const struct gam_field link_fields[] = {
#include "common/record/link.def"
};
#undef GAM_THIS
#define GAM_THIS gam_operator
static const struct gam_field operator_fields[] = {
#include "common/record/operator.def"
};
#undef GAM_THIS
#define GAM_THIS gam_node
static const struct gam_field node_fields[] = {
#include "common/record/node.def"
};
#undef GAM_THIS
#define GAM_THIS gam_measurement
static const struct gam_field measurement_fields[] = {
#include "common/record/measurement.def"
};
#undef GAM_THIS
#define GAM_THIS gam_sample
static const struct gam_field sample_fields[] = {
#include "common/record/sample.def"
};
#undef GAM_THIS
#define GAM_THIS gam_quantity_def
static const struct gam_field quantity_def_fields[] = {
#include "common/record/quantity_def.def"
};
#undef GAM_THIS
#define GAM_THIS gam_artifact
static const struct gam_field artifact_fields[] = {
#include "common/record/artifact.def"
};
#undef GAM_THIS
#define GAM_THIS gam_span
static const struct gam_field span_fields[] = {
#include "common/record/span.def"
};
#undef GAM_THIS
#define GAM_THIS gam_span_edge
static const struct gam_field span_edge_fields[] = {
#include "common/record/span_edge.def"
};
#undef GAM_THIS
#define GAM_THIS gam_collective
static const struct gam_field collective_fields[] = {
#include "common/record/collective.def"
};
#undef GAM_THIS
#define GAM_THIS gam_reading
static const struct gam_field reading_fields[] = {
#include "common/record/reading.def"
};
#undef GAM_THIS
#define GAM_THIS gam_count
static const struct gam_field count_fields[] = {
#include "common/record/count.def"
};
#undef GAM_THIS

static const struct gam_record_desc descs[GAM_RECORD_KINDS] = {
#define GAM_RECORD(name, upper) { #name, sizeof(struct gam_##name), name##_fields, sizeof name##_fields / sizeof *name##_fields },
#include "common/record/record_list.def"
#undef GAM_RECORD
};

const struct gam_record_desc *gam_record_desc(enum gam_record which)
{
    return &descs[which];
}

void gam_record_clear(enum gam_record which, void *record)
{
    const struct gam_record_desc *desc = &descs[which];

    memset(record, 0, desc->size);
    for (size_t i = 0; i < desc->n_fields; i++) {
        char *at = (char *)record + desc->fields[i].offset;

        switch (desc->fields[i].type) {
        case GAM_FIELD_TEXT:
        case GAM_FIELD_TIME:
            *(const char **)at = NULL;
            break;
        case GAM_FIELD_REAL:
            *(double *)at = NAN;
            break;
        default:
            *(int64_t *)at = GAM_NULL_INT;
        }
    }
}
