/* SPDX-License-Identifier: MIT */
/* What parallel training costs, in closed form. */
#ifndef GAM_OPS_PARALLEL_H
#define GAM_OPS_PARALLEL_H

/* Tokens of one rank above which a data-parallel step is compute-bound: flop_per_token T / flop_s = gradient_bytes factor / rate,
 * per parameter; many ranks (factor 2). */
double gam_data_parallel_tokens(double flop_s, double link_bytes_s, double flop_per_parameter, double bytes_per_parameter);

/* Idle part of a pipeline of p stages over m micro-batches, v model chunks per stage, as a share of the ideal time: (p - 1) / (v
 * m) (Narayanan et al., SC 2021). */
double gam_pipeline_bubble(double stages, double micro_batches, double chunks);

/* Speed-up of a gradient all-reduce by compression c. All-reduce-able: c. Gathered: 2 (n - 1) / n S against (n - 1) S / c, which
 * wins only above c = n / 2. Without the codec's time. */
double gam_compression_gathered(double ranks, double compression);

/* Step time with communication of share f at full speed made k times faster, nothing overlapped: 1 / (1 - f + f / k). */
double gam_serial_speedup(double share, double times);

/* max + (1 - omega) min. */
double gam_overlapped_ns(double device_ns, double network_ns, double omega);

/* The overlap that turned these two into `together`: (device + network - together) / min, within 0 .. 1; NaN when one is 0. */
double gam_overlap_of(double device_ns, double network_ns, double together_ns);

#endif
