/* SPDX-License-Identifier: MIT */
/* A fake AMD SMI: two sockets with one processor each. */
#include "script.h"

#define API __attribute__((visibility("default")))

API int amdsmi_init(uint64_t flags)
{
    return flags == 2 ? fake_script()->monitor_init_error : 1;
}

API int amdsmi_shut_down(void)
{
    return 0;
}

API int amdsmi_get_socket_handles(uint32_t *n, void **sockets)
{
    for (uint32_t i = 0; i < 2 && i < *n; i++)
        sockets[i] = &fake_script()->device[i];
    *n = 2;
    return 0;
}

API int amdsmi_get_processor_handles(void *socket, uint32_t *n, void **processors)
{
    processors[0] = socket;
    *n = 1;
    return 0;
}

API int amdsmi_get_gpu_device_bdf(void *processor, uint64_t *bdf)
{
    *bdf = (uint64_t)((struct fake_device *)processor - fake_script()->device + 1) << 8;
    return 0;
}

API int amdsmi_get_clock_info(void *processor, int type, uint32_t *clock)
{
    (void)processor;
    if (type == 0)
        fake_script()->monitor_looks++;
    clock[0] = type == 0 ? fake_script()->moment[0].clock_mhz : fake_script()->moment[0].memory_mhz;
    return fake_script()->monitor_error;
}

API int amdsmi_get_temp_metric(void *processor, int sensor, int metric, int64_t *celsius)
{
    (void)processor, (void)sensor, (void)metric;
    *celsius = fake_script()->moment[0].temperature;
    return fake_script()->monitor_error;
}

API int amdsmi_get_energy_count(void *processor, uint64_t *counter, float *microjoule, uint64_t *timestamp)
{
    (void)processor;
    *counter = (uint64_t)fake_script()->energy_looks++;
    *microjoule = 15.3f;
    *timestamp = 0;
    return fake_script()->energy_error;
}

API int amdsmi_status_code_to_string(int status, const char **text)
{
    *text = status == 2 ? "AMDSMI_STATUS_NOT_SUPPORTED" : "AMDSMI_STATUS_FAKE";
    return 0;
}
