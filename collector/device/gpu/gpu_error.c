/* SPDX-License-Identifier: MIT */
#include "collector/device/gpu/gpu.h"
#include "common/err.h"

static const struct gpu_error *error_find(const struct gpu_api *api, int number)
{
    for (size_t i = 0; i < api->n_errors; i++)
        if (api->error[i].number == number)
            return &api->error[i];
    return NULL;
}

static const char *error_name(const struct gam_gpu_driver *driver, int number)
{
    const char *name = NULL;

    if (driver->error_name_into) {
        if (driver->error_name_into(number, &name))
            name = NULL;
    } else {
        name = driver->error_name(number);
    }
    return name ? name : "an error without a name";
}

int gam_gpu_explain(const struct gpu_api *api, const struct gam_gpu_driver *driver, int number, const char *what,
                    struct gam_err *err)
{
    const struct gpu_error *row = error_find(api, number);

    if (!number)
        return 0;
    if (row && row->meaning)
        return gam_err_set(err, row->code, "%s: %s (%s)", what, row->meaning, error_name(driver, number));
    return gam_err_set(err, row ? row->code : -GAM_EDEVICE, "%s: %s (%d)", what, error_name(driver, number), number);
}

int gam_gpu_check(struct gpu_state *s, int number, const char *what, struct gam_err *err)
{
    const struct gpu_error *row = error_find(s->api, number);
    int rc = gam_gpu_explain(s->api, s->driver, number, what, err);

    if (row && row->fatal && !s->lost.code)
        gam_gpu_explain(s->api, s->driver, number, what, &s->lost);
    return rc;
}

int gam_gpu_enter(struct gpu_state *s, struct gam_err *err)
{
    const struct gam_gpu_driver *d = s->driver;

    if (s->lost.code)
        return gam_err_set(err, -GAM_EDEVICE, "device '%s' was lost before: %s", s->id, s->lost.text);
    return gam_gpu_check(s, d->device_set ? d->device_set(s->device) : d->context_set(s->context), "cannot use the device", err);
}
