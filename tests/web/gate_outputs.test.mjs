// SPDX-License-Identifier: MIT
// What a gate writes for continuous integration, read as the systems read it: SARIF by the standard's schema, code quality by
// GitLab's description, OpenMetrics by Prometheus' parser, annotations by the runner's rules. Run by ctest: RENDER_FIXTURE.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";

const root = new URL("../../", import.meta.url);
const require = createRequire(new URL("web/package.json", root));
const GATES = ["gate", "gate-hostile", "gate-large", "gate-empty", "gate-advisory"];

const render = (name, format) => execFileSync(process.env.RENDER_FIXTURE, [name, format], { maxBuffer: 1 << 28, encoding: "utf8" });

function sarifCheck() {
  // The standard's schema is of draft 04, which the ajv that comes with it knows.
  const beside = createRequire(require.resolve("@microsoft/jest-sarif/package.json"));
  const Ajv = beside("ajv");
  const ajv = new Ajv({ schemaId: "auto", meta: false, allErrors: true });
  ajv.addMetaSchema(beside("ajv/lib/refs/json-schema-draft-04.json"));
  return ajv.compile(beside("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json"));
}

test("SARIF follows the schema of the standard", () => {
  const check = sarifCheck();
  for (const name of GATES) {
    const log = JSON.parse(render(name, "sarif"));
    assert.ok(check(log), name + JSON.stringify(check.errors?.slice(0, 5), null, 1));
    const [run] = log.runs;
    assert.ok(run.results.length <= 5000);
    for (const result of run.results) {
      assert.equal(run.tool.driver.rules[result.ruleIndex].id, result.ruleId);
      const { uri } = result.locations[0].physicalLocation.artifactLocation;
      assert.match(uri, /^[A-Za-z0-9\-._~/%]+$/); // a URI reference, whatever the file's name
      assert.doesNotThrow(() => new URL(uri, "file:///project/"));
    }
    const prints = run.results.map((result) => result.partialFingerprints["gambrelCase/v1"]);
    assert.equal(new Set(prints).size, prints.length, name);
  }
});

test("a spoilt SARIF is refused", () => {
  const check = sarifCheck();
  const spoil = [
    (log) => delete log.version,
    (log) => delete log.runs[0].tool,
    (log) => delete log.runs[0].results[0].message,
    (log) => (log.runs[0].results[0].level = "fatal"),
    (log) => (log.runs[0].results[0].locations[0].physicalLocation.region.startLine = 0),
  ];
  for (const change of spoil) {
    const log = JSON.parse(render("gate", "sarif"));
    change(log);
    assert.ok(!check(log), String(change));
  }
});

test("code quality follows GitLab's description", () => {
  const Ajv = require("ajv/dist/2020");
  const check = new Ajv({ allErrors: true, strict: true }).compile(JSON.parse(readFileSync(new URL("gitlab_codequality.schema.json", import.meta.url))));
  for (const name of GATES) {
    const issues = JSON.parse(render(name, "gitlab"));
    assert.ok(check(issues), name + JSON.stringify(check.errors?.slice(0, 5), null, 1));
    assert.equal(new Set(issues.map((issue) => issue.fingerprint)).size, issues.length, `${name}: fingerprints`);
  }
});

test("OpenMetrics is read by the parser of Prometheus' client", (t) => {
  const script = new URL("../reports/openmetrics.py", import.meta.url).pathname;
  for (const name of GATES.filter((gate) => gate !== "gate-large")) {
    const done = spawnSync("/usr/bin/python3", [script], { input: render(name, "openmetrics"), encoding: "utf8", maxBuffer: 1 << 28 });
    if (done.status === 77 || done.error) return t.skip(`python3-prometheus-client ${done.stderr ?? done.error}`);
    assert.equal(done.status, 0, name + done.stderr);
    const cases = JSON.parse(render(name, "json")).cases.length;
    assert.ok(Number(done.stdout) >= 6 * cases + 1, name);
  }
});

/** One line as the runner of GitHub Actions takes it apart. */
function command(line) {
  const [, word, properties, data] = /^::([a-z]+) (.*?)::(.*)$/.exec(line);
  const plain = (text, more) => {
    for (const [code, character] of [["%0D", "\r"], ["%0A", "\n"], ...more, ["%25", "%"]]) text = text.replaceAll(code, character);
    return text;
  };
  const parts = Object.fromEntries(
    properties.split(",").map((part) => {
      const at = part.indexOf("=");
      return [part.slice(0, at), plain(part.slice(at + 1), [["%3A", ":"], ["%2C", ","]])];
    }),
  );
  return { word, parts, data: plain(data, []) };
}

test("annotations are commands that the runner understands, and only those", () => {
  for (const name of GATES) {
    const gate = JSON.parse(render(name, "json"));
    const lines = render(name, "github").trimEnd().split("\n");
    for (const line of lines) {
      const { word, parts, data } = command(line);
      assert.ok(["error", "warning", "notice"].includes(word), line);
      assert.deepEqual(Object.keys(parts).filter((key) => !["title", "file", "line"].includes(key)), [], line);
      assert.match(parts.title, /^Gambrel gate: (pass|undecided|regression|no-baseline|not-comparable|failed)$/);
      assert.ok(data.length > 0 && data.length <= 4100);
      if (parts.line) assert.ok(gate.cases.some((one) => one.line === Number(parts.line)), line);
    }
    for (const word of ["error", "warning", "notice"]) assert.ok(lines.filter((line) => line.startsWith(`::${word} `)).length <= 10);
  }
});

test("what the summary says fits a comment", () => {
  for (const name of GATES) assert.ok([...render(name, "md")].length < 65536, name);
});
