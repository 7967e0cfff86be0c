/* SPDX-License-Identifier: MIT */
#include "analyzer/report.h"

#define WORD(table, i) ((size_t)(i) < sizeof(table) / sizeof(table)[0] ? (table)[i] : NULL)

const char *gam_label_word(enum gam_label label)
{
    static const char *const word[] = {
        [GAM_LABEL_COMPUTE] = "compute-bound",
        [GAM_LABEL_MEMORY] = "memory-bound",
        [GAM_LABEL_COMMUNICATION] = "communication-bound",
        [GAM_LABEL_COMM_LATENCY] = "comm-latency",
        [GAM_LABEL_OVERHEAD] = "overhead-bound",
        [GAM_LABEL_LATENCY] = "latency-bound",
        [GAM_LABEL_IMBALANCE] = "imbalance-bound",
        [GAM_LABEL_MIXED] = "mixed",
        [GAM_LABEL_INDETERMINATE] = "indeterminate",
        [GAM_LABEL_INVALID] = "invalid",
    };
    return WORD(word, label);
}

const char *gam_ceiling_kind_word(enum gam_ceiling_kind kind)
{
    static const char *const word[] = {
        [GAM_CEILING_COMPUTE] = "compute",     [GAM_CEILING_MEMORY] = "memory",   [GAM_CEILING_NETWORK] = "network",
        [GAM_CEILING_HOST_LINK] = "host_link", [GAM_CEILING_LATENCY] = "latency", [GAM_CEILING_LAUNCH] = "launch",
    };
    return WORD(word, kind);
}

const char *gam_validity_word(enum gam_validity validity)
{
    static const char *const word[] = { [GAM_VALID] = "valid", [GAM_NOISY] = "noisy", [GAM_VOID] = "void" };
    return WORD(word, validity);
}

const char *gam_resource_kind_word(enum gam_resource_kind kind)
{
    static const char *const word[] = {
        [GAM_RESOURCE_COMPUTE] = "compute",     [GAM_RESOURCE_MEMORY] = "memory",     [GAM_RESOURCE_NETWORK] = "network",
        [GAM_RESOURCE_HOST_LINK] = "host_link", [GAM_RESOURCE_OVERHEAD] = "overhead",
    };
    return WORD(word, kind);
}
