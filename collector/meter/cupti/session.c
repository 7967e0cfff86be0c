/* SPDX-License-Identifier: MIT */
#include "collector/meter/cupti/session.h"

#include "common/err.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char range_name[] = "visit";

/* Which of our errors a number of CUPTI is, and what it means for the user. */
static const struct {
    int number, code;
    const char *meaning;
} errors[] = {
    { GAM_CUPTI_INSUFFICIENT_PRIVILEGES, -GAM_EPERM,
      "the driver keeps GPU counters to administrators (its module's parameter NVreg_RestrictProfilingToAdminUsers, set on the "
      "host)" },
    { GAM_CUPTI_VIRTUAL_PRIVILEGES, -GAM_EPERM, "the hypervisor does not give this virtual machine the GPU's counters" },
    { GAM_CUPTI_VIRTUAL_DEVICE, -GAM_EUNSUPPORTED, "a virtual GPU has no counters" },
    { GAM_CUPTI_CONFIDENTIAL, -GAM_EUNSUPPORTED, "no counters under confidential computing" },
    { GAM_CUPTI_MIG, -GAM_EUNSUPPORTED, "no counters of a MIG slice" },
};

static int said(const struct cupti_session *s, int number, const char *what, struct gam_err *err)
{
    const char *text = NULL;

    if (!number)
        return 0;
    for (size_t i = 0; i < sizeof errors / sizeof errors[0]; i++)
        if (errors[i].number == number)
            return gam_err_set(err, errors[i].code, "%s", errors[i].meaning);
    if (s->cupti->error_text(number, &text) || !text)
        text = "an error without a name";
    return gam_err_set(err, -GAM_EDEVICE, "CUPTI, %s: %s (%d)", what, text, number);
}

static int profiler_on(struct cupti_session *s, struct gam_err *err)
{
    struct gam_cupti_enable p = { .size = GAM_CUPTI_SIZE(gam_cupti_enable, profiler), .context = s->context };
    int rc = said(s, s->cupti->enable(&p), "switching the profiler on", err);

    s->profiler = rc ? NULL : p.profiler;
    return rc;
}

static void profiler_off(struct cupti_session *s)
{
    struct gam_cupti_profiler p = { .size = GAM_CUPTI_SIZE(gam_cupti_profiler, profiler), .profiler = s->profiler };

    if (s->profiler)
        s->cupti->disable(&p);
    s->profiler = NULL;
}

/* What this device, driver and user can count at all. */
static int availability_get(struct cupti_session *s, struct gam_err *err)
{
    struct gam_cupti_availability p = { .size = GAM_CUPTI_SIZE(gam_cupti_availability, image), .context = s->context };
    int rc = said(s, s->cupti->availability(&p), "asking for the counters that there are", err);

    if (rc)
        return rc;
    s->availability = malloc(p.bytes ? p.bytes : 1);
    if (!s->availability)
        return gam_err_nomem(err);
    p.image = s->availability;
    return said(s, s->cupti->availability(&p), "asking for the counters that there are", err);
}

static int config_make(struct cupti_session *s, struct cupti_plan *plan, struct gam_err *err)
{
    struct gam_cupti_metrics add = {
        .size = GAM_CUPTI_SIZE(gam_cupti_metrics, n), .host = plan->host, .names = plan->metric, .n = plan->n
    };
    struct gam_cupti_config_size size = { .size = GAM_CUPTI_SIZE(gam_cupti_config_size, bytes), .host = plan->host };
    struct gam_cupti_config get = { .size = GAM_CUPTI_SIZE(gam_cupti_config, image), .host = plan->host };
    struct gam_cupti_passes passes = { .size = GAM_CUPTI_SIZE(gam_cupti_passes, passes) };

    if (s->cupti->host_metrics(&add))
        return gam_err_set(err, -GAM_EUNSUPPORTED, "chip %s has no metric %s", s->chip, plan->metric[0]);
    if (s->cupti->host_config_size(&size) || !size.bytes)
        return gam_err_set(err, -GAM_EDEVICE, "CUPTI makes no configuration for %s", plan->metric[0]);
    plan->config = malloc(size.bytes);
    if (!plan->config)
        return gam_err_nomem(err);
    get.bytes = passes.bytes = plan->config_bytes = size.bytes;
    get.image = passes.image = plan->config;
    if (s->cupti->host_config(&get) || s->cupti->host_passes(&passes))
        return gam_err_set(err, -GAM_EDEVICE, "CUPTI makes no configuration for %s", plan->metric[0]);
    if (passes.passes != 1) /* the runner's passes are of one each */
        return gam_err_set(err, -GAM_EUNSUPPORTED, "chip %s counts %s in %zu passes, not in one", s->chip, plan->metric[0],
                           passes.passes);
    return 0;
}

static int data_make(struct cupti_session *s, struct cupti_plan *plan, struct gam_err *err)
{
    struct gam_cupti_data_size size = { .size = GAM_CUPTI_SIZE(gam_cupti_data_size, bytes),
                                        .profiler = s->profiler,
                                        .names = plan->metric,
                                        .n = plan->n,
                                        .ranges_most = 1,
                                        .nodes_most = 1 };
    int rc = said(s, s->cupti->data_size(&size), "sizing the counters' memory", err);

    if (rc)
        return rc;
    plan->data_bytes = size.bytes;
    plan->data = malloc(size.bytes ? size.bytes : 1);
    return plan->data ? 0 : gam_err_nomem(err);
}

static int plan_make(struct cupti_session *s, const struct cupti_group *group, struct cupti_plan *plan, struct gam_err *err)
{
    struct gam_cupti_host_open open = { .size = GAM_CUPTI_SIZE(gam_cupti_host_open, host),
                                        .type = GAM_CUPTI_RANGE_PROFILER,
                                        .chip = s->chip,
                                        .availability = s->availability };
    int rc = said(s, s->cupti->host_open(&open), "looking at the chip", err);

    plan->n = cupti_group_metrics(group, plan->metric);
    plan->host = rc ? NULL : open.host;
    if (!rc)
        rc = config_make(s, plan, err);
    return rc ? rc : data_make(s, plan, err);
}

static int plans_make(struct cupti_session *s, struct gam_err *err)
{
    for (size_t g = 0; g < cupti_n_groups && g < CUPTI_GROUPS_MOST; g++) {
        struct gam_err why = { .code = 0 };
        int rc = plan_make(s, &cupti_groups[g], &s->plan[g], &why);

        if (rc == -GAM_ENOMEM || rc == -GAM_EPERM)
            return gam_err_set(err, rc, "%s", why.text);
        if (rc)
            snprintf(s->plan[g].reason, sizeof s->plan[g].reason, "%.190s", why.text);
    }
    return 0;
}

int cupti_session_open(struct cupti_session *s, const struct gam_cupti *cupti, void *context, int device, struct gam_err *err)
{
    struct gam_cupti_plain start = { .size = GAM_CUPTI_SIZE(gam_cupti_plain, priv) };
    struct gam_cupti_chip chip = { .size = GAM_CUPTI_SIZE(gam_cupti_chip, name), .device = (size_t)device };
    int rc;

    *s = (struct cupti_session){ .cupti = cupti, .context = context };
    rc = said(s, cupti->initialize(&start), "starting", err);
    if (!rc)
        rc = said(s, cupti->chip(&chip), "asking for the chip's name", err);
    s->chip = chip.name;
    if (!rc)
        rc = availability_get(s, err);
    if (!rc)
        rc = profiler_on(s, err);
    if (!rc)
        rc = plans_make(s, err);
    profiler_off(s);
    return rc;
}

void cupti_session_close(struct cupti_session *s)
{
    if (!s->cupti)
        return;
    profiler_off(s);
    for (size_t g = 0; g < CUPTI_GROUPS_MOST; g++) {
        struct gam_cupti_host_close p = { .size = GAM_CUPTI_SIZE(gam_cupti_host_close, host), .host = s->plan[g].host };

        if (s->plan[g].host)
            s->cupti->host_close(&p);
        free(s->plan[g].config);
        free(s->plan[g].data);
    }
    free(s->availability);
    *s = (struct cupti_session){ .cupti = NULL };
}

static int range_begin(struct cupti_session *s, struct cupti_plan *plan, struct gam_err *err)
{
    struct gam_cupti_data_begin data = {
        .size = GAM_CUPTI_SIZE(gam_cupti_data_begin, data), .profiler = s->profiler, .bytes = plan->data_bytes, .data = plan->data
    };
    struct gam_cupti_set_config set = { .size = GAM_CUPTI_SIZE(gam_cupti_set_config, level),
                                        .profiler = s->profiler,
                                        .config_bytes = plan->config_bytes,
                                        .config = plan->config,
                                        .data_bytes = plan->data_bytes,
                                        .data = plan->data,
                                        .range = GAM_CUPTI_USER_RANGE,
                                        .replay = GAM_CUPTI_USER_REPLAY,
                                        .ranges_most = 1,
                                        .levels = 1,
                                        .level_least = 1,
                                        .level = 1 };
    struct gam_cupti_profiler on = { .size = GAM_CUPTI_SIZE(gam_cupti_profiler, profiler), .profiler = s->profiler };
    struct gam_cupti_push push = { .size = GAM_CUPTI_SIZE(gam_cupti_push, name), .profiler = s->profiler, .name = range_name };
    int rc = said(s, s->cupti->data_begin(&data), "clearing the counters' memory", err);

    if (!rc)
        rc = said(s, s->cupti->set_config(&set), "configuring the counters", err);
    if (!rc)
        rc = said(s, s->cupti->start(&on), "starting the counters", err);
    return rc ? rc : said(s, s->cupti->push(&push), "beginning a range", err);
}

int cupti_session_begin(struct cupti_session *s, size_t group, struct gam_err *err)
{
    int rc = profiler_on(s, err);

    if (!rc)
        rc = range_begin(s, &s->plan[group], err);
    if (rc)
        profiler_off(s);
    return rc;
}

static int range_end(struct cupti_session *s, struct gam_err *err)
{
    struct gam_cupti_profiler pop = { .size = GAM_CUPTI_SIZE(gam_cupti_profiler, profiler), .profiler = s->profiler };
    struct gam_cupti_stop stop = { .size = GAM_CUPTI_SIZE(gam_cupti_stop, complete), .profiler = s->profiler };
    struct gam_cupti_decode decode = { .size = GAM_CUPTI_SIZE(gam_cupti_decode, dropped), .profiler = s->profiler };
    int rc = said(s, s->cupti->pop(&pop), "ending a range", err);

    if (!rc)
        rc = said(s, s->cupti->stop(&stop), "stopping the counters", err);
    if (!rc && !stop.complete)
        rc = gam_err_set(err, -GAM_EDEVICE, "CUPTI wants another pass for what it said to count in one");
    if (!rc)
        rc = said(s, s->cupti->decode(&decode), "decoding the counters", err);
    if (!rc && decode.dropped)
        rc = gam_err_set(err, -GAM_ENUMERIC, "CUPTI dropped %zu ranges", decode.dropped);
    return rc;
}

int cupti_session_end(struct cupti_session *s, size_t group, double *values, struct gam_err *err)
{
    struct cupti_plan *plan = &s->plan[group];
    struct gam_cupti_values p = { .size = GAM_CUPTI_SIZE(gam_cupti_values, values),
                                  .host = plan->host,
                                  .data = plan->data,
                                  .bytes = plan->data_bytes,
                                  .names = plan->metric,
                                  .n = plan->n,
                                  .values = values };
    int rc = range_end(s, err);

    if (!rc)
        rc = said(s, s->cupti->host_values(&p), "evaluating the counters", err);
    profiler_off(s);
    return rc;
}
