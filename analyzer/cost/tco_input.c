/* SPDX-License-Identifier: MIT */
#include "analyzer/cost/tco.h"
#include "common/err.h"
#include "common/nearest.h"

#include <math.h>
#include <string.h>

const struct gam_tco_field gam_tco_fields[GAM_TCO_N_FIELDS] = {
/* NOLINTBEGIN(bugprone-macro-parentheses): these stand in an initialiser */
#define X(field, unit_, least_, most_, help_)                                                                                    \
    { .name = #field,                                                                                                            \
      .unit = unit_,                                                                                                             \
      .help = help_,                                                                                                             \
      .offset = offsetof(struct gam_tco_input, field),                                                                           \
      .least = least_,                                                                                                           \
      .most = most_ },
    GAM_TCO_FIELDS(X)
#undef X
    /* NOLINTEND(bugprone-macro-parentheses) */
};

static double *slot(struct gam_tco_input *in, size_t field)
{
    return (double *)(void *)((char *)in + gam_tco_fields[field].offset);
}

double gam_tco_input_get(const struct gam_tco_input *in, enum gam_tco_field_index field)
{
    return *(const double *)(const void *)((const char *)in + gam_tco_fields[field].offset);
}

void gam_tco_input_clear(struct gam_tco_input *in)
{
    *in = (struct gam_tco_input){ .finance = GAM_FINANCE_ANNUITY };
    for (size_t i = 0; i < GAM_TCO_N_FIELDS; i++)
        *slot(in, i) = NAN;
}

static int same_name(const char *given, const char *name)
{
    for (; *given && *name; given++, name++)
        if (*given != *name && !(*given == '-' && *name == '_'))
            return 0;
    return *given == *name;
}

static int range_check(size_t i, double value, struct gam_err *err)
{
    const struct gam_tco_field *f = &gam_tco_fields[i];

    if (value >= f->least && value <= f->most) /* false for NaN */
        return 0;
    return gam_err_set(err, -GAM_EINVAL, "%s = %g is outside %g .. %g%s%s", f->name, value, f->least, f->most,
                       strcmp(f->unit, "1") ? " " : "", strcmp(f->unit, "1") ? f->unit : "");
}

int gam_tco_input_set(struct gam_tco_input *in, const char *name, double value, struct gam_err *err)
{
    const char *nearest = NULL;

    for (size_t i = 0; i < GAM_TCO_N_FIELDS; i++) {
        if (!same_name(name, gam_tco_fields[i].name))
            continue;
        if (range_check(i, value, err))
            return err ? err->code : -GAM_EINVAL;
        *slot(in, i) = value;
        return 0;
    }
    for (size_t i = 0; i < GAM_TCO_N_FIELDS; i++)
        gam_nearest(name, gam_tco_fields[i].name, &nearest);
    return gam_err_set(err, -GAM_EINVAL, "no cost input is called '%s'%s%s; 'gambrel tco --inputs' lists them", name,
                       nearest ? ", perhaps you mean " : "", nearest ? nearest : "");
}

int gam_tco_input_check(const struct gam_tco_input *in, struct gam_err *err)
{
    for (size_t i = 0; i < GAM_TCO_N_FIELDS; i++) {
        double value = gam_tco_input_get(in, (enum gam_tco_field_index)i);

        if (!isnan(value) && range_check(i, value, err))
            return err ? err->code : -GAM_EINVAL;
    }
    if (!isnan(in->facility_usd_per_watt) && !isnan(in->colocation_usd_per_kw_month))
        return gam_err_set(err, -GAM_EINVAL,
                           "facility_usd_per_watt and colocation_usd_per_kw_month are two ways to pay for the same; give one");
    if (in->load_watt < in->idle_watt)
        return gam_err_set(err, -GAM_EINVAL, "load_watt = %g is less than idle_watt = %g", in->load_watt, in->idle_watt);
    if (in->residual_usd > in->server_usd)
        return gam_err_set(err, -GAM_EINVAL, "residual_usd = %g is more than server_usd = %g", in->residual_usd, in->server_usd);
    return 0;
}
