/* SPDX-License-Identifier: MIT */
/* The run database: SQLite, the only SQL of the project. Thread-unsafe: one handle per thread; several processes may share a
 * file. Tables come from the .def files of common/record; PRAGMA user_version is the schema's number. A newer database is refused
 * untouched, an older one migrates in one transaction.
 */
#ifndef GAM_STORE_STORE_H
#define GAM_STORE_STORE_H

#include "common/record/runset.h"

struct gam_choice_query;
struct gam_err;
struct gam_store;

enum gam_store_mode { GAM_STORE_READ, GAM_STORE_WRITE /* creates file and folders */ };

int gam_store_open(const char *path, enum gam_store_mode mode, struct gam_store **out, struct gam_err *err);
void gam_store_close(struct gam_store *s);
const char *gam_store_warning(const struct gam_store *s); /* "network file system: ..." or NULL; borrowed */

/* One run being written; a second call ends the first. put/commit as a gam_sink: `put` needs the run record first, only queues,
 * and checks fields and references; `commit` writes the queue in one transaction, durable when the process is killed. After a
 * commit that failed every further call returns its error. The run is visible at its first commit. */
struct gam_sink gam_store_sink(struct gam_store *s);
int64_t gam_store_sink_run(const struct gam_store *s); /* id of the run in work; 0 before its first commit */

struct gam_run_summary {
    int64_t id;
    char uuid[40], started[32], suite[64], status[16], purpose[16], device[64], tags[128];
    int interrupted; /* `running`, but its process is gone on this boot */
    int64_t measurements, rounds_done;
};

/* RUN of the command line: an id, "last" (newest of purpose run), a tag (its newest), a uuid or its unique beginning. */
int gam_store_resolve(struct gam_store *s, const char *name, int64_t *id, struct gam_err *err);
/* The newest first. */
int gam_store_list(struct gam_store *s, struct gam_run_summary **out, size_t *n, struct gam_err *err); /* caller frees *out */
/* Adds to an empty set; words, references and ordinals are checked (-GAM_EPARSE names the fault). */
int gam_store_load(struct gam_store *s, int64_t id, struct gam_runset *out, struct gam_err *err);
/* Whether a loaded run says `running` although its process is gone on this boot. */
int gam_store_interrupted(const struct gam_store *s, const struct gam_run *run);

/* Of a process, as the owner of a run is named. */
void gam_owner_boot_id(char *out, size_t size); /* empty when the system has none */
int64_t gam_owner_start_ticks(int64_t pid);     /* GAM_NULL_INT: no such process */
int gam_store_find_uuid(struct gam_store *s, const char *uuid, int64_t *id, struct gam_err *err); /* -GAM_ENOENT */

/* Writes a whole run (import, merge) in one transaction. When its uuid is there already, *id is that run and *added 0. */
int gam_store_add(struct gam_store *s, const struct gam_runset *set, int64_t *id, int *added, struct gam_err *err);

/* Integrity, foreign keys, words of enums, dense ordinals; each fault through `fault`. 0 when none. */
int gam_store_check(struct gam_store *s, void (*fault)(void *ctx, const char *text), void *ctx, size_t *faults,
                    struct gam_err *err);

struct gam_prune {
    int64_t keep_last;       /* the newest runs stay; GAM_NULL_INT: no limit */
    int64_t older_than_days; /* younger runs stay; GAM_NULL_INT: no limit */
    int dry_run;
};
/* Removes what no given limit keeps (one must be given: -GAM_EINVAL). Never tagged runs, baselines, runs in work, or a run whose
 * roofs one that stays uses. */
int gam_store_prune(struct gam_store *s, const struct gam_prune *what, size_t *removed, struct gam_err *err);

/* The newest complete run that measured its own roofs (at least one is ok) under these conditions; -GAM_ENOENT: none. Governor is
 * the host fact "governor"; NULL matches only unknown. A run with roofs of all ISAs has the run option "roofs" = "all". */
struct gam_roof_query {
    /* That the run measured too; class and driver as their records have them, NULL matching only unknown. */
    const struct gam_roof_device {
        const char *class_, *driver;
    } * device;
    size_t n_devices;
    const char *host_instance, *cpuset, *kernel_set, *governor; /* host_instance NULL: no reuse */
    int64_t threads;
    int64_t max_age_days;
    int all_isas; /* only such runs */
};
int gam_store_find_roofs(struct gam_store *s, const struct gam_roof_query *q, int64_t *id, struct gam_err *err);

/* The newest run that tried the variants of that implementation, and the detail that names its choice (common/record/choice.h);
 * -GAM_ENOENT: none. */
int gam_store_find_choice(struct gam_store *s, const struct gam_choice_query *q, char *detail, size_t size, int64_t *run,
                          struct gam_err *err);

#endif
