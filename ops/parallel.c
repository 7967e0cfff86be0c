/* SPDX-License-Identifier: MIT */
#include "ops/parallel.h"

#include <math.h>

double gam_data_parallel_tokens(double flop_s, double link_bytes_s, double flop_per_parameter, double bytes_per_parameter)
{
    return 2 * bytes_per_parameter / link_bytes_s * flop_s / flop_per_parameter;
}

double gam_pipeline_bubble(double stages, double micro_batches, double chunks)
{
    return (stages - 1) / (chunks * micro_batches);
}

double gam_compression_gathered(double ranks, double compression)
{
    return 2 * compression / ranks;
}

double gam_serial_speedup(double share, double times)
{
    return 1 / (1 - share + share / times);
}

double gam_overlapped_ns(double device_ns, double network_ns, double omega)
{
    return fmax(device_ns, network_ns) + (1 - omega) * fmin(device_ns, network_ns);
}

double gam_overlap_of(double device_ns, double network_ns, double together_ns)
{
    double least = fmin(device_ns, network_ns);

    if (!(least > 0) || isnan(together_ns))
        return NAN;
    return fmin(1, fmax(0, (device_ns + network_ns - together_ns) / least));
}
