CREATE TABLE "run" (
  id INTEGER PRIMARY KEY,
  "uuid" TEXT NOT NULL,
  "purpose" TEXT NOT NULL,
  "status" TEXT NOT NULL,
  "started" TEXT NOT NULL,
  "finished" TEXT,
  "seed" INTEGER NOT NULL,
  "rounds_planned" INTEGER NOT NULL,
  "rounds_done" INTEGER,
  "budget_ns" INTEGER,
  "visit_ns" INTEGER,
  "suite" TEXT,
  "unit" TEXT,
  "command" TEXT,
  "threads" INTEGER,
  "cache" TEXT,
  "counters" TEXT,
  "counters_reason" TEXT,
  "stop_reason" TEXT,
  "roof_run" TEXT,
  "kernel_set" TEXT,
  "cpuset" TEXT,
  "owner_boot_id" TEXT,
  "owner_pid" INTEGER,
  "owner_start_ticks" INTEGER,
  "tool_version" TEXT,
  "tool_commit" TEXT,
  UNIQUE (uuid)
) STRICT;
CREATE TABLE "run_option" (
  run INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  "key" TEXT NOT NULL,
  "value" TEXT NOT NULL,
  PRIMARY KEY (run, ordinal),
  FOREIGN KEY (run) REFERENCES "run" (id)
) STRICT, WITHOUT ROWID;
CREATE TABLE "run_tag" (
  run INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  "tag" TEXT NOT NULL,
  PRIMARY KEY (run, ordinal),
  FOREIGN KEY (run) REFERENCES "run" (id)
) STRICT, WITHOUT ROWID;
CREATE TABLE "host" (
  run INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  "instance" TEXT,
  "class" TEXT,
  "cpu" TEXT,
  "vendor" TEXT,
  "family" INTEGER,
  "model" INTEGER,
  "stepping" INTEGER,
  "arch" TEXT,
  "sockets" INTEGER,
  "cores" INTEGER,
  "logical_cpus" INTEGER,
  "numa_nodes" INTEGER,
  "hypervisor" TEXT,
  "container" TEXT,
  "kernel" TEXT,
  "memory_bytes" INTEGER,
  "cpu_quota" REAL,
  PRIMARY KEY (run, ordinal),
  FOREIGN KEY (run) REFERENCES "run" (id)
) STRICT, WITHOUT ROWID;
CREATE TABLE "host_fact" (
  run INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  "host" INTEGER NOT NULL,
  "key" TEXT NOT NULL,
  "value" TEXT,
  PRIMARY KEY (run, ordinal),
  FOREIGN KEY (run) REFERENCES "run" (id),
  FOREIGN KEY (run, "host") REFERENCES "host" (run, ordinal)
) STRICT, WITHOUT ROWID;
CREATE TABLE "event" (
  run INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  "severity" TEXT NOT NULL,
  "code" TEXT NOT NULL,
  "text" TEXT NOT NULL,
  "remedy" TEXT,
  PRIMARY KEY (run, ordinal),
  FOREIGN KEY (run) REFERENCES "run" (id)
) STRICT, WITHOUT ROWID;
CREATE TABLE "rank" (
  run INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  "rank" INTEGER NOT NULL,
  "host" INTEGER NOT NULL,
  "clock_offset_ns" INTEGER,
  "clock_error_ns" INTEGER,
  PRIMARY KEY (run, ordinal),
  FOREIGN KEY (run) REFERENCES "run" (id),
  FOREIGN KEY (run, "host") REFERENCES "host" (run, ordinal)
) STRICT, WITHOUT ROWID;
CREATE TABLE "device" (
  run INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  "host" INTEGER NOT NULL,
  "id" TEXT NOT NULL,
  "backend" TEXT NOT NULL,
  "kind" TEXT NOT NULL,
  "name" TEXT,
  "class" TEXT,
  "isa" TEXT,
  "uarch" TEXT,
  "hwdb" TEXT,
  "driver" TEXT,
  "units" INTEGER,
  "memory_bytes" INTEGER,
  PRIMARY KEY (run, ordinal),
  FOREIGN KEY (run) REFERENCES "run" (id),
  FOREIGN KEY (run, "host") REFERENCES "host" (run, ordinal)
) STRICT, WITHOUT ROWID;
CREATE TABLE "memory" (
  run INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  "device" INTEGER NOT NULL,
  "level" TEXT NOT NULL,
  "kind" TEXT NOT NULL,
  "size_bytes" INTEGER,
  "line_bytes" INTEGER,
  "instances" INTEGER,
  "shared_by" INTEGER,
  PRIMARY KEY (run, ordinal),
  FOREIGN KEY (run) REFERENCES "run" (id),
  FOREIGN KEY (run, "device") REFERENCES "device" (run, ordinal)
) STRICT, WITHOUT ROWID;
CREATE TABLE "link" (
  run INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  "end_a" TEXT NOT NULL,
  "end_b" TEXT NOT NULL,
  "name" TEXT NOT NULL,
  PRIMARY KEY (run, ordinal),
  FOREIGN KEY (run) REFERENCES "run" (id)
) STRICT, WITHOUT ROWID;
CREATE TABLE "operator" (
  run INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  "spec" TEXT NOT NULL,
  "kind" TEXT NOT NULL,
  PRIMARY KEY (run, ordinal),
  FOREIGN KEY (run) REFERENCES "run" (id)
) STRICT, WITHOUT ROWID;
CREATE TABLE "node" (
  run INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  "operator" INTEGER NOT NULL,
  "name" TEXT,
  "module_path" TEXT,
  "calls" INTEGER NOT NULL,
  "step" INTEGER,
  PRIMARY KEY (run, ordinal),
  FOREIGN KEY (run) REFERENCES "run" (id),
  FOREIGN KEY (run, "operator") REFERENCES "operator" (run, ordinal)
) STRICT, WITHOUT ROWID;
CREATE TABLE "measurement" (
  run INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  "role" TEXT NOT NULL,
  "node" INTEGER NOT NULL,
  "device" INTEGER NOT NULL,
  "implementation" TEXT NOT NULL,
  "implementation_version" TEXT,
  "detail" TEXT,
  "threads" INTEGER NOT NULL,
  "cache" TEXT NOT NULL,
  "status" TEXT NOT NULL,
  "reason" TEXT,
  "error" REAL,
  "tolerance" REAL,
  "checked" INTEGER,
  "footprint_bytes" INTEGER,
  "copies" INTEGER,
  "candidate_group" TEXT,
  PRIMARY KEY (run, ordinal),
  FOREIGN KEY (run) REFERENCES "run" (id),
  FOREIGN KEY (run, "node") REFERENCES "node" (run, ordinal),
  FOREIGN KEY (run, "device") REFERENCES "device" (run, ordinal)
) STRICT, WITHOUT ROWID;
CREATE TABLE "sample" (
  run INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  "measurement" INTEGER NOT NULL,
  "rank" INTEGER NOT NULL,
  "round" INTEGER NOT NULL,
  "pass" INTEGER NOT NULL,
  "iterations" INTEGER NOT NULL,
  "duration_ns" INTEGER NOT NULL,
  "flags" INTEGER NOT NULL,
  PRIMARY KEY (run, ordinal),
  FOREIGN KEY (run) REFERENCES "run" (id),
  FOREIGN KEY (run, "measurement") REFERENCES "measurement" (run, ordinal)
) STRICT, WITHOUT ROWID;
CREATE TABLE "quantity_def" (
  run INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  "name" TEXT NOT NULL,
  "unit" TEXT NOT NULL,
  "scope" TEXT NOT NULL,
  "kind" TEXT NOT NULL,
  "meter" TEXT,
  "trust" REAL,
  PRIMARY KEY (run, ordinal),
  FOREIGN KEY (run) REFERENCES "run" (id)
) STRICT, WITHOUT ROWID;
CREATE TABLE "artifact" (
  run INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  "hash" TEXT NOT NULL,
  "format" TEXT NOT NULL,
  "version" TEXT,
  "truncated" INTEGER NOT NULL,
  "lost" INTEGER,
  PRIMARY KEY (run, ordinal),
  FOREIGN KEY (run) REFERENCES "run" (id)
) STRICT, WITHOUT ROWID;
CREATE TABLE "span" (
  run INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  "rank" INTEGER NOT NULL,
  "stream" INTEGER,
  "kind" TEXT NOT NULL,
  "name" TEXT,
  "node" INTEGER,
  "device" INTEGER,
  "artifact" INTEGER,
  "start_ns" INTEGER NOT NULL,
  "end_ns" INTEGER NOT NULL,
  "parent" INTEGER,
  "correlation" INTEGER,
  "bytes" INTEGER,
  PRIMARY KEY (run, ordinal),
  FOREIGN KEY (run) REFERENCES "run" (id),
  FOREIGN KEY (run, "node") REFERENCES "node" (run, ordinal),
  FOREIGN KEY (run, "device") REFERENCES "device" (run, ordinal),
  FOREIGN KEY (run, "artifact") REFERENCES "artifact" (run, ordinal),
  FOREIGN KEY (run, "parent") REFERENCES "span" (run, ordinal) DEFERRABLE INITIALLY DEFERRED
) STRICT, WITHOUT ROWID;
CREATE TABLE "span_edge" (
  run INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  "before" INTEGER NOT NULL,
  "after" INTEGER NOT NULL,
  "kind" TEXT,
  PRIMARY KEY (run, ordinal),
  FOREIGN KEY (run) REFERENCES "run" (id),
  FOREIGN KEY (run, "before") REFERENCES "span" (run, ordinal),
  FOREIGN KEY (run, "after") REFERENCES "span" (run, ordinal)
) STRICT, WITHOUT ROWID;
CREATE TABLE "collective" (
  run INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  "span" INTEGER,
  "measurement" INTEGER,
  "op" TEXT NOT NULL,
  "algorithm" TEXT,
  "group_size" INTEGER,
  "bytes_in" INTEGER,
  "bytes_out" INTEGER,
  "dtype" TEXT,
  PRIMARY KEY (run, ordinal),
  FOREIGN KEY (run) REFERENCES "run" (id),
  FOREIGN KEY (run, "span") REFERENCES "span" (run, ordinal),
  FOREIGN KEY (run, "measurement") REFERENCES "measurement" (run, ordinal)
) STRICT, WITHOUT ROWID;
CREATE TABLE "reading" (
  run INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  "quantity" INTEGER NOT NULL,
  "target" TEXT NOT NULL,
  "subject" INTEGER NOT NULL,
  "rank" INTEGER NOT NULL,
  "ivalue" INTEGER,
  "rvalue" REAL,
  "reason" TEXT,
  "source" TEXT NOT NULL,
  "flags" INTEGER NOT NULL,
  "enabled_ns" INTEGER,
  "running_ns" INTEGER,
  PRIMARY KEY (run, ordinal),
  FOREIGN KEY (run) REFERENCES "run" (id),
  FOREIGN KEY (run, "quantity") REFERENCES "quantity_def" (run, ordinal)
) STRICT, WITHOUT ROWID;
CREATE TABLE "count" (
  run INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  "target" TEXT NOT NULL,
  "subject" INTEGER NOT NULL,
  "what" TEXT NOT NULL,
  "value" REAL NOT NULL,
  "source" TEXT NOT NULL,
  PRIMARY KEY (run, ordinal),
  FOREIGN KEY (run) REFERENCES "run" (id)
) STRICT, WITHOUT ROWID;
CREATE TABLE "gate" (
  id INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  status TEXT NOT NULL,
  started TEXT NOT NULL,
  finished TEXT,
  verdict TEXT,
  reason TEXT,
  advisory INTEGER NOT NULL,
  threshold_ratio REAL,
  threshold_ns INTEGER,
  alpha REAL,
  mde_ratio REAL,
  noise_floor_ratio REAL,
  slot_order TEXT,
  seed INTEGER NOT NULL,
  host_class TEXT,
  device_class TEXT,
  base_kind TEXT,
  base_name TEXT,
  cand_kind TEXT,
  cand_name TEXT,
  confirms TEXT,
  owner_boot_id TEXT,
  owner_pid INTEGER,
  owner_start_ticks INTEGER,
  tool_version TEXT,
  tool_commit TEXT
) STRICT;
CREATE TABLE "gate_slot" (
  gate INTEGER NOT NULL REFERENCES "gate" (id),
  ordinal INTEGER NOT NULL,
  pair INTEGER NOT NULL,
  look INTEGER NOT NULL,
  arm TEXT NOT NULL,
  run TEXT,
  status TEXT NOT NULL,
  reason TEXT,
  exit_code INTEGER,
  started TEXT,
  duration_ns INTEGER,
  PRIMARY KEY (gate, ordinal)
) STRICT, WITHOUT ROWID;
CREATE TABLE "gate_case" (
  gate INTEGER NOT NULL REFERENCES "gate" (id),
  ordinal INTEGER NOT NULL,
  op TEXT NOT NULL,
  implementation TEXT,
  implementation_version TEXT,
  threads INTEGER,
  cache TEXT,
  metric TEXT NOT NULL,
  unit TEXT NOT NULL,
  base REAL,
  cand REAL,
  ratio REAL,
  ratio_low REAL,
  ratio_high REAL,
  p REAL,
  mde_ratio REAL,
  pairs INTEGER NOT NULL,
  verdict TEXT NOT NULL,
  reason TEXT,
  PRIMARY KEY (gate, ordinal)
) STRICT, WITHOUT ROWID;
CREATE TABLE "baseline" (
  id INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  host_class TEXT,
  device_class TEXT,
  op TEXT NOT NULL,
  implementation TEXT,
  implementation_version TEXT,
  threads INTEGER,
  cache TEXT,
  metric TEXT NOT NULL,
  unit TEXT NOT NULL,
  value REAL NOT NULL,
  value_low REAL,
  value_high REAL,
  run TEXT,
  accepted TEXT NOT NULL,
  why TEXT NOT NULL,
  superseded TEXT
) STRICT;
CREATE INDEX "baseline_series" ON "baseline" (name, op);
CREATE INDEX "run_tag_tag" ON "run_tag" (tag);
