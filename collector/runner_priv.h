/* SPDX-License-Identifier: MIT */
/* The runner's parts: runner.c drives, pool (memory), prepare (one item made ready), choose (which items go on, how long a visit
 * is), settle, touch and visit (one visit), link (operands that cross to a device and back), meters, rounds (order, stop rule,
 * time left), records.
 */
#ifndef GAM_COLLECTOR_RUNNER_PRIV_H
#define GAM_COLLECTOR_RUNNER_PRIV_H

#include "collector/runner.h"
#include "kernels/oracle/oracle.h"

enum {
    RUNNER_SAMPLES = 5,       /* wanted per visit */
    RUNNER_ROOFS_SHORTER = 3, /* a roof's visit is this part of a subject's, where a budget sets the length */
    RUNNER_SAMPLES_MOST = 64,
    RUNNER_SAMPLES_CONTROL = 2 /* most of a control, which only has to agree within some per cent */
};

/* What a buffer holds decides who may share it. Scratch is written anew by every launch, inputs are never written: any operator
 * can use the beginning of a larger one. The rest belongs to one operator, or to the items of one plan share. */
enum pool_kind { POOL_SCRATCH, POOL_INPUT, POOL_PRIVATE };

struct pool_key {
    enum pool_kind kind;
    size_t device;
    int threads;          /* who touched it first; 0: does not matter on this machine */
    enum gam_fill fill;   /* inputs */
    enum gam_dtype dtype; /* inputs */
    unsigned place;       /* how many of the same key the operator has before this one */
    uint64_t size_class;  /* 0 small, 1 large; the exact size where memory has several homes */
    size_t owner;         /* private: slot or share */
    int shared;           /* private: owner is a share */
};

struct pool_buffer {
    struct pool_key key;
    uint64_t bytes;          /* the most that any user wants */
    uint64_t period;         /* bytes that the filling operator's operand takes; repeated to the end */
    const struct gam_op *op; /* fills it */
    size_t which;
    int native; /* that operand has the key's element type */
    struct gam_buffer memory;
    int ready, resident; /* resident: kept between visits */
    uint64_t made;       /* number of this making, over all buffers; from 1 */
    size_t users, holders;
    uint64_t ready_ns; /* what it took to make it ready */
};

struct slot {
    const struct gam_plan_item *item;
    struct gam_open_device *device;
    int64_t measurement; /* ordinal */
    int alive;           /* goes on to the rounds (or to the next step of preparation) */
    enum gam_status status;
    char reason[200];
    struct gam_launch launch;
    uint32_t variant, n_variants; /* of the implementation: the one in use, and how many were tried; 0: it has no choice */
    int64_t choice_run;           /* where they were tried; 0: here */
    struct gam_operand operand[GAM_OP_MAX_OPERANDS];
    size_t n_operands;
    size_t buffer[GAM_OP_MAX_OPERANDS];
    uint64_t stride[GAM_OP_MAX_OPERANDS]; /* bytes from one copy to the next */
    uint64_t made[GAM_OP_MAX_OPERANDS];   /* of the buffers that `pointer` was made for */
    int stale; /* a buffer was made anew since the launch was planned, which may know the old one's content */
    uint64_t copies, footprint, next_copy;
    struct gam_buffer stage[GAM_OP_MAX_OPERANDS]; /* the host's copies, while a launch that crosses the link is held */
    int stage_pinned;
    char implementation[64]; /* as the record calls it */
    void **pointer;          /* copies x operands */
    void *const **set;       /* copies */
    struct gam_verdict verdict;
    uint64_t iterations; /* per sample */
    double iteration_ns; /* at calibration; NaN before */
    double overhead_ns;  /* of a visit beside its samples: model, then learned */
    size_t visits;
    double *round_ns; /* median of each round's pass 0; rounds of the plan */
    size_t n_rounds;
    double guess_ns; /* of preparing it */
};

struct meter_state {
    const struct gam_meter *meter;
    void *state;
    const struct gam_meter_quantity *quantity;
    size_t n;
    int passes, open, running, warned;
    int aside;     /* takes no part in the visit in work */
    int64_t first; /* ordinal of its first quantity_def */
    struct gam_meter_reading *reading;
    unsigned char *seen; /* has had a value */
    unsigned char *told; /* was reported missing on the run */
};

struct runner {
    const struct gam_runner_request *request;
    const struct gam_plan *plan;
    const struct gam_runner_config *config;
    struct gam_emitter *emit;
    struct gam_runner_result *result;
    uint64_t begin_ns, sample_least_ns;
    struct slot *slot;
    size_t n_slots;
    struct pool_buffer *buffer;
    size_t n_buffers;
    uint64_t made;
    struct meter_state *meter;
    size_t n_meters;
    char no_energy[900], no_energy_remedy[200]; /* why the meters of energy did not open */
    int passes;                                 /* counter passes, beside pass 0 */
    int *tid;
    size_t n_tids;
    int *worker;
    size_t n_workers;
    int64_t first_device, first_node, first_measurement;
    int64_t *operator_of_node;
    const struct gam_plan_item **item_of_node; /* its first */
    uint64_t visit_ns;
    int rounds; /* planned from here; at most the plan's */
    int round;
    size_t done, total;                              /* visits */
    double guess_done_ns, guess_all_ns, prepared_ns; /* of the preparation: guessed so far, guessed in all, taken so far */
};

uint64_t gam_runner_elapsed(const struct runner *r);
int gam_runner_cancelled(const struct runner *r);
const char *gam_slot_spec(const struct slot *s, char *out, size_t size);
/* Says why an item ends here and puts its measurement again. */
int gam_slot_end(struct runner *r, struct slot *s, enum gam_status status, struct gam_err *err, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* records */
int gam_records_begin(struct runner *r, struct gam_err *err);
int gam_records_measurement(struct runner *r, struct slot *s, struct gam_err *err);

/* pool */
int gam_pool_build(struct runner *r, struct gam_err *err);
/* Bytes that the slot's buffers take that are not kept between visits. */
uint64_t gam_pool_wanted(const struct runner *r, const struct slot *s);
int gam_pool_hold(struct runner *r, struct slot *s, struct gam_err *err); /* -GAM_ENOMEM, -GAM_EDEVICE: of this item */
void gam_pool_drop(struct runner *r, struct slot *s);
void gam_pool_trim(struct runner *r); /* frees what no living slot uses */
void gam_pool_release(struct runner *r);
int gam_pool_refill(struct runner *r, struct slot *s, size_t operand, struct gam_err *err);
int gam_slot_is_host(const struct slot *s);

/* prepare */
int gam_prepare_slot(struct runner *r, struct slot *s,
                     struct gam_err *err); /* an error here ends the run; the item's own does not */
/* Holds the buffers and has a launch that fits them; errors are the item's. */
int gam_slot_hold(struct runner *r, struct slot *s, struct gam_err *err);
void gam_slot_drop(struct runner *r, struct slot *s);
int gam_slot_launch(const struct runner *r, struct slot *s, uint64_t iterations, uint64_t *duration_ns, struct gam_err *err);

/* tune: takes the variant that an earlier run chose; else tries every one, and leaves the slot with the fastest right one. `one`
 * prepares the slot as it is; its last error stays when no variant was any better. */
int gam_tune_slot(struct runner *r, struct slot *s, int (*one)(struct runner *, struct slot *, struct gam_err *),
                  struct gam_err *err);

/* link: launches that begin and end in the host's memory. hold, launch and drop as those of a slot; verify of a link roof */
int gam_link_crosses(const struct slot *s);
int gam_link_fetch(const struct runner *r, struct slot *s, struct gam_err *err); /* the inputs, from the device */
int gam_link_hold(const struct runner *r, struct slot *s, struct gam_err *err);
void gam_link_drop(struct slot *s);
int gam_link_launch(const struct runner *r, struct slot *s, uint64_t iterations, uint64_t *duration_ns, struct gam_err *err);
int gam_link_verify(const struct runner *r, struct slot *s, uint64_t *first_ns, struct gam_err *err);

/* verify: 0 and s->verdict, or an error of the item. */
int gam_slot_verify(struct runner *r, struct slot *s, uint64_t *first_ns, struct gam_err *err);

/* settle: waits, some milliseconds at most, until no thread of this process but the calling one computes, where the slot's device
 * is not the host's threads themselves. */
void gam_slot_settle(const struct slot *s);

/* touch: reads a byte of every page of the operands, where they lie in the host's memory. */
void gam_slot_touch(const struct runner *r, const struct slot *s);

/* choose: prepares everything and decides what goes on */
int gam_choose_prepare_all(struct runner *r, struct gam_err *err);

/* budget */
void gam_budget_first_visit(struct runner *r); /* sets visit_ns before anything is calibrated */
void gam_budget_visit(struct runner *r);       /* sets visit_ns, and fewer rounds where even the shortest visits do not fit */
int gam_budget_warn(struct runner *r, struct gam_err *err); /* an event where the budget cannot be kept */
double gam_visit_cost_ns(const struct runner *r, const struct slot *s, double visit_ns, int pass);
double gam_round_cost_ns(const struct runner *r, double visit_ns);
void gam_slot_set_iterations(const struct runner *r, struct slot *s);
uint64_t gam_slot_samples(const struct runner *r, const struct slot *s, int pass);    /* of one visit */
uint64_t gam_slot_iterations(const struct runner *r, const struct slot *s, int pass); /* of one sample of it */
uint64_t gam_slot_warm_up(const struct runner *r, const struct slot *s); /* iterations before the first sample of a visit */
void gam_prepare_guess(struct runner *r);
double gam_rounds_guess_ns(const struct runner *r, double prepare_left_ns);
void gam_progress_tell(const struct runner *r, enum gam_phase phase, const struct slot *s, uint64_t left_ns);

/* meters */
int gam_meters_open(struct runner *r, struct gam_err *err);
int gam_meters_want(const struct runner *r, const struct slot *s, int pass); /* whether the item is visited in that pass */
uint64_t gam_meters_least_ns(const struct runner *r, const struct slot *s, int pass); /* that the visit must last; 0: any */
int gam_meters_start(struct runner *r, const struct slot *s, int pass, struct gam_err *err);
int gam_meters_stop(struct runner *r, struct gam_err *err);
unsigned gam_meters_flags(const struct runner *r, int pass); /* enum gam_sample_flag of the readings taken */
int gam_meters_emit(struct runner *r, int64_t sample, int pass, uint64_t covered_ns, struct gam_err *err);
void gam_meters_close(struct runner *r);

/* rounds */
int gam_visit_run(struct runner *r, struct slot *s, int round, int pass, struct gam_err *err);
int gam_rounds_run(struct runner *r, struct gam_err *err);

#endif
