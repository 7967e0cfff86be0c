/* SPDX-License-Identifier: MIT */
#include "common/vendor/dl_amdsmi.h"

#include "common/err.h"
#include "common/vendor/dl.h"

#include <pthread.h>
#include <stddef.h>

static const char *const sonames[] = { "libamd_smi.so.26", "libamd_smi.so.25", "libamd_smi.so.24", "libamd_smi.so", NULL };

#define SYMBOL(field, name)                                                                                                      \
    {                                                                                                                            \
        "amdsmi_" name, offsetof(struct gam_amdsmi, field), 0                                                                    \
    }
static const struct gam_dl_symbol symbols[] = {
    SYMBOL(init, "init"),
    SYMBOL(shut_down, "shut_down"),
    SYMBOL(sockets, "get_socket_handles"),
    SYMBOL(processors, "get_processor_handles"),
    SYMBOL(pci, "get_gpu_device_bdf"),
    SYMBOL(clock, "get_clock_info"),
    SYMBOL(temperature, "get_temp_metric"),
    SYMBOL(energy, "get_energy_count"),
    SYMBOL(status_text, "status_code_to_string"),
};
#undef SYMBOL

static struct {
    pthread_once_t once;
    struct gam_amdsmi smi;
    struct gam_err err;
    int rc;
} loaded = { .once = PTHREAD_ONCE_INIT };

static void load(void)
{
    void *handle = NULL;
    const char *text = "unknown";
    int status;

    loaded.rc = gam_dl_open(sonames, symbols, sizeof symbols / sizeof symbols[0], &loaded.smi, &handle, &loaded.err);
    if (loaded.rc)
        return;
    status = loaded.smi.init(GAM_AMDSMI_INIT_GPUS);
    if (!status)
        return;
    loaded.smi.status_text(status, &text);
    loaded.rc = gam_err_set(&loaded.err, -GAM_EDEVICE, "AMD SMI does not start: %s", text);
}

int gam_amdsmi_get(const struct gam_amdsmi **out, struct gam_err *err)
{
    pthread_once(&loaded.once, load);
    if (loaded.rc)
        return gam_err_set(err, loaded.rc, "%s", loaded.err.text);
    *out = &loaded.smi;
    return 0;
}
