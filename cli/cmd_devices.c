/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/cli_aside.h"
#include "cli/cli_plugins.h"
#include "cli/cli_render.h"
#include "cli/cli_support.h"
#include "collector/topology.h"
#include "common/err.h"
#include "common/opt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEVICES_MAX = 64 };

struct devices {
    struct gam_device_row row[DEVICES_MAX];
    struct gam_device_info info[DEVICES_MAX];
    struct gam_probe probe[DEVICES_MAX];
    struct gam_device_row_level level[DEVICES_MAX][8];
    size_t n;
};

static void row_ready(struct devices *d, const struct gam_device_backend *backend)
{
    struct gam_device_info *info = &d->info[d->n];
    struct gam_device_row *row = &d->row[d->n];

    *row = (struct gam_device_row){ .id = info->id,
                                    .backend = backend->name,
                                    .kind = info->kind,
                                    .name = info->name,
                                    .isa = info->isa,
                                    .ready = 1,
                                    .memory_bytes = info->memory_bytes,
                                    .units = info->units,
                                    .level = d->level[d->n] };
    for (uint32_t i = 0; i < info->n_memory && i < 8; i++)
        d->level[d->n][row->n_levels++] =
            (struct gam_device_row_level){ info->memory[i].level, info->memory[i].size_bytes, info->memory[i].instances };
    d->n++;
}

static void row_missing(struct devices *d, const struct gam_device_backend *backend, const char *reason)
{
    struct gam_probe *probe = &d->probe[d->n];

    snprintf(probe->reason, sizeof probe->reason, "%s", reason);
    d->row[d->n++] = (struct gam_device_row){ .backend = backend->name, .reason = probe->reason };
}

static void backend_list(struct devices *d, const struct gam_device_backend *backend, const struct gam_device_config *config)
{
    struct gam_err err = { 0 };
    struct gam_probe probe;
    int n;

    gam_device_probe(backend, &probe);
    if (!probe.ready) {
        row_missing(d, backend, probe.reason);
        return;
    }
    n = gam_device_count(backend, config, &err);
    if (n < 0)
        row_missing(d, backend, err.text);
    for (int i = 0; i < n && d->n < DEVICES_MAX; i++) {
        if (gam_device_info(backend, i, config, &d->info[d->n], &err))
            row_missing(d, backend, err.text);
        else
            row_ready(d, backend);
    }
}

static int devices_show(int json, const char *plugin_dir, struct gam_err *err)
{
    struct devices *d = calloc(1, sizeof *d);
    struct gam_topology topology = { 0 };
    struct gam_plugins plugins;
    struct gam_device_rows rows;
    struct gam_doc doc = {
        .kind = GAM_DOC_DEVICES, .devices = &rows, .tool_version = gam_cli_version(), .tool_commit = gam_cli_commit()
    };
    int kept = gam_cli_stdout_aside(), rc = gam_cli_plugins_load(plugin_dir, &plugins, err);

    if (!rc)
        rc = d ? gam_topology_read(NULL, &topology, err) : gam_err_nomem(err);
    if (!rc) {
        struct gam_device_config config = { &topology, gam_topology_workers(&topology, 0, 0, err), 0, plugins.backend };
        const struct gam_device_backend *backend;

        for (size_t i = 0; (backend = gam_device_backend_at(plugins.backend, i)) && d->n < DEVICES_MAX; i++)
            backend_list(d, backend, &config);
        rows = (struct gam_device_rows){ d->row, d->n };
    }
    gam_cli_stdout_back(kept);
    if (!rc)
        rc = gam_cli_render_stdout(&doc, json ? "json" : "text", err);
    gam_topology_release(&topology);
    gam_plugins_release(&plugins);
    free(d);
    return rc;
}

static int devices_main(int argc, char **argv)
{
    int json = 0, quiet = 0;
    const char *db = NULL, *plugin_dir = NULL;
    const struct gam_opt opts[] = {
        { "plugin-dir", 0, GAM_OPT_TEXT, &plugin_dir, "DIR",
          "further device backends: the shared objects in DIR, see docs/plugins.md", 0, 0 },
        { "json", 0, GAM_OPT_FLAG, &json, NULL, "print as JSON", 0, 0 },
        { "quiet", 'q', GAM_OPT_FLAG, &quiet, NULL, "print only errors", 0, 0 },
        { "db", 0, GAM_OPT_TEXT, &db, "FILE", "accepted as in every command; no database is needed here", 0, 0 },
    };
    const struct gam_opt_spec spec = { "gambrel devices",
                                       "list what can be measured here, and what cannot and why",
                                       NULL,
                                       "gambrel devices --json",
                                       opts,
                                       sizeof opts / sizeof opts[0],
                                       0 };
    struct gam_opt_result result;
    struct gam_err err = { 0 };
    int code = gam_cli_parse(&spec, argc, argv, &result);

    if (code >= 0)
        return code;
    if (quiet)
        return GAM_EXIT_OK;
    return devices_show(json, plugin_dir, &err) ? gam_cli_fail(&err) : gam_cli_finish(GAM_EXIT_OK);
}

const struct gam_command gam_command_devices = {
    .name = "devices",
    .summary = "list what can be measured here",
    .order = 50,
    .main = devices_main,
};
