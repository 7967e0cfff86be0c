/* SPDX-License-Identifier: MIT */
#include "fixture_devices.h"

#include "analyzer/devices/host_links.h"
#include "analyzer/devices/side.h"

#include <stdio.h>

static struct gam_quantity about(double value, const char *unit)
{
    return (struct gam_quantity){
        .value = value, .low = 0.98 * value, .high = 1.03 * value, .unit = unit, .source = GAM_SOURCE_TIMED, .n = FIXTURE_ROUNDS
    };
}

static void links_fill(struct fixture *f, struct gam_report_host_link link[2])
{
    static const char *const memory[] = { "pinned", "pageable" };
    for (size_t i = 0; i < 2; i++) {
        link[i] = (struct gam_report_host_link){ .device = 1, .memory = memory[i] };
        for (int w = 0; w < GAM_LINK_WAYS - (int)i; w++) {
            struct gam_ceiling *c = &f->ceiling[1][f->device[1].n_ceilings++];
            *c = (struct gam_ceiling){
                .kind = GAM_CEILING_HOST_LINK, .dtype = -1, .threads = 1, .device = 1, .method = "roof_transfer (copy)"
            };
            c->theoretical = c->clock_hz = NAN;
            snprintf(c->id, sizeof c->id, "gpu/host_link/%s/%s/t1", memory[i], gam_link_way_words[w]);
            snprintf(c->pipe, sizeof c->pipe, "%s", memory[i]);
            snprintf(c->pattern, sizeof c->pattern, "%s", gam_link_way_words[w]);
            c->value = about((i ? 6e9 : 25e9) * (w == GAM_WAY_BOTH ? 1.7 : 1), "bytes/s");
            link[i].way[w] = c;
        }
    }
    for (int w = 0; w < GAM_WAY_BOTH; w++) {
        struct gam_ceiling *c = &f->ceiling[1][f->device[1].n_ceilings++];
        *c = (struct gam_ceiling){
            .kind = GAM_CEILING_LATENCY, .dtype = -1, .threads = 1, .device = 1, .method = "roof_transfer (copy)"
        };
        c->theoretical = c->clock_hz = NAN;
        snprintf(c->id, sizeof c->id, "gpu/latency/copy/pinned/%s/t1", gam_link_way_words[w]);
        snprintf(c->class_, sizeof c->class_, "copy");
        snprintf(c->pipe, sizeof c->pipe, "pinned");
        snprintf(c->pattern, sizeof c->pattern, "%s", gam_link_way_words[w]);
        c->value = about(w ? 11000 : 9000, "ns");
        link[0].start[w] = c;
    }
    link[0].outlier = "to the device 0.44 of the median of the other devices of its kind";
    link[1].missing[GAM_WAY_BOTH] = "copy: the device's backend copies one way at a time";
    f->report.host_link = link;
    f->report.n_host_links = 2;
}

static void side_fill(struct fixture *f, struct gam_report_side *side, const struct gam_report_operator *(*op)[2],
                      struct gam_quantity (*speed)[2])
{
    for (size_t i = 0; i < 2; i++) {
        struct gam_report_operator *other = &f->op[f->report.n_ops - 2 + i];
        char id[sizeof other->id];
        snprintf(id, sizeof id, "%s", other->id);
        *other = f->op[i];
        snprintf(other->id, sizeof other->id, "%s", id);
        other->device = 1;
        other->implementation = i ? "gpu+pinned" : "gpu";
        op[i][0] = &f->op[i];
        op[i][1] = other;
        speed[i][0] = gam_quantity_exact(1, "1", GAM_SOURCE_TIMED);
        speed[i][1] = i ? gam_quantity_missing("1", "fewer than 6 rounds") : about(3.1, "1");
        side[i] = (struct gam_report_side){ op[i], speed[i], 0 };
        if (!i)
            continue;
        other->bound = (struct gam_bound){ .label = GAM_LABEL_COMMUNICATION, .resource = "host_link", .confidence = 0.97 };
    }
    f->report.side = side;
    f->report.n_sides = 2;
}

void fixture_devices(struct fixture *f)
{
    static struct gam_report_host_link link[2];
    static struct gam_report_side side[2];
    static const struct gam_report_operator *op[2][2];
    static struct gam_quantity speed[2][2];

    links_fill(f, link);
    side_fill(f, side, op, speed);
}
