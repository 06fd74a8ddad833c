import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { isTrueWithin } from "#server/ops/embedded-postgres/wait.ts";
import { findPort } from "#server/ops/start/start-club.ts";
import { prepareStage } from "../support/stage.ts";
import { findProgram, type Program, runProgram, startProgram } from "./support/program.ts";

const { folder, spawn } = prepareStage();
const files = "deploy/prometheus";
const metricsToken = "figures-for-prometheus";

let prometheus: Program | undefined;
let url: string;

beforeAll(async () => {
  const club = new URL(await spawn({ METRICS_TOKEN: metricsToken }).url());
  const data = folder();
  const token = join(data, "token");
  writeFileSync(token, metricsToken);
  mkdirSync(join(data, "figures"));
  const config = join(data, "prometheus.yml");
  const example = readFileSync(join(files, "prometheus.yml"), "utf8");
  writeFileSync(
    config,
    example
      .replaceAll("15s", "5s")
      .replace("- alerts.yml", `- ${resolve(files, "alerts.yml")}`)
      .replace("/etc/prometheus/kindling-token", token)
      .replace("127.0.0.1:3000", club.host),
  );
  const address = `127.0.0.1:${await findPort({ host: "127.0.0.1", port: 0 })}`;
  url = `http://${address}`;
  const options = [
    `--config.file=${config}`,
    `--storage.tsdb.path=${join(data, "figures")}`,
    `--web.listen-address=${address}`,
  ];
  prometheus = startProgram(findProgram("prometheus"), options);
  const isScraped = async () => (await query("sum(kindling_database_up)").catch(() => undefined)) === "1";
  if (!(await isTrueWithin(30_000, isScraped))) throw new Error(`No figures:\n${prometheus.said()}`);
}, 90_000);
afterAll(() => prometheus?.stop());

// biome-ignore lint/suspicious/noExplicitAny: an answer is what the test expects it to be.
async function ask(path: string): Promise<{ status: string; error?: string; data: any }> {
  return (await fetch(`${url}${path}`)).json();
}

/** @returns the value of the first result; undefined without any. */
async function query(expression: string): Promise<string | undefined> {
  const { status, error, data } = await ask(`/api/v1/query?query=${encodeURIComponent(expression)}`);
  if (status !== "success") throw new Error(`${expression}: ${error}`);
  return data.result[0]?.value[1];
}

it("Prometheus' own tool accepts the alerts, and each fires when it should and not before", () => {
  const promtool = findProgram("promtool", "prometheus");
  expect(runProgram(promtool, ["check", "rules", join(files, "alerts.yml")])).toContain("SUCCESS");
  expect(runProgram(promtool, ["test", "rules", join(files, "alerts.test.yml")])).toContain("SUCCESS");
});

it("Prometheus reads the club's figures with its token, and no alert fires for a club that has just started", async () => {
  expect(await query('kindling_database_up{job="kindling"}')).toBe("1");
  expect(await query('count(kindling_jobs_total{exported_job="backup",outcome="done"})')).toBe("1");
  const { data } = await ask("/api/v1/rules");
  const [{ rules }] = data.groups;
  expect(rules.filter(({ health }: { health: string }) => health === "err")).toEqual([]);
  expect(rules.filter(({ state }: { state: string }) => state === "firing")).toEqual([]);
});

it("Prometheus answers every query of the dashboard", async () => {
  const { panels } = JSON.parse(readFileSync("deploy/grafana/dashboard.json", "utf8"));
  const expressions: string[] = panels.flatMap(({ targets = [] }) => targets.map(({ expr }: { expr: string }) => expr));
  expect(expressions.length).toBeGreaterThan(20);
  for (const expression of expressions)
    await query(expression.replaceAll("$job", "kindling").replaceAll("$instance", ".*"));
  const [version] = expressions.filter((expression) => expression.includes("kindling_build_info"));
  expect(await query(String(version).replaceAll("$job", "kindling"))).toBe("1");
});
