import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { openTestApp } from "./support/test-app.ts";

const metricsToken = "figures-for-prometheus";
const rules = readFileSync("deploy/prometheus/alerts.yml", "utf8");
const dashboard = readFileSync("deploy/grafana/dashboard.json", "utf8");

// Its own metrics a replica has only where there is one.
const replica = {
  reads: { answered: 0, behind: 0, failed: 0 },
  readState: async () => ({ isUp: true, lagBytes: 0, lagSeconds: 0 }),
};
const databaseSetup = { place: "operator", hasPooler: false, isPrepared: true, replica } as const;
const club = await openTestApp({ metricsToken, databaseSetup });
await club.visitor("GET", "/api/session");

const readMetrics = async () =>
  String((await club.visitor("GET", "/metrics", undefined, { authorization: `Bearer ${metricsToken}` })).body);

it.each([
  ["the alerts", rules],
  ["the dashboard", dashboard],
  ["docs/operations/monitoring.md", readFileSync("docs/operations/monitoring.md", "utf8")],
])("Each metric in %s is one of /metrics", async (_, text) => {
  const known = new Set((await readMetrics()).match(/^(?:kindling|process|nodejs)_\w+/gm));
  const named = new Set(
    text.match(
      /\b(?:kindling|process|nodejs)_[a-z\d_]+_(?:total|up|seconds|seconds_bucket|bytes|connections|jobs|info|fds)\b/g,
    ),
  );
  // A histogram is named without its parts in prose.
  const missing = [...named].filter((name) => !known.has(name) && !known.has(`${name}_bucket`));
  expect([named.size > 5, missing]).toEqual([true, []]);
});

it("Each metric of the club has a panel on the dashboard, or an alert", async () => {
  const names = [...(await readMetrics()).matchAll(/^# TYPE (kindling_\w+)/gm)].map(([, name = ""]) => name);
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !dashboard.includes(name) && !rules.includes(name))).toEqual([]);
});

it("Each alert has a test for Prometheus' own tool", () => {
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  const tests = readFileSync("deploy/prometheus/alerts.test.yml", "utf8");
  expect(alerts.length).toBeGreaterThan(10);
  expect(
    alerts.filter((name) => !new RegExp(`alertname: ${name}\\n\\s+exp_alerts:\\n\\s+- exp_labels`).test(tests)),
  ).toEqual([]);
});

it("The count of nightly backups is 0 before the first one, so a club without any differs from one not asked", async () => {
  expect(await readMetrics()).toContain('kindling_jobs_total{job="backup",outcome="done"} 0');
});
