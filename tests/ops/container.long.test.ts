import { type ChildProcess, execSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { findPort } from "#server/ops/start/start-club.ts";
import { startCommand } from "./support/club-process.ts";
import { readStages, textsOf } from "./support/containerfile.ts";
import { copyProductionLibraries } from "./support/production-libraries.ts";
import { call } from "./support/visitor.ts";

vi.setConfig({ testTimeout: 300_000, hookTimeout: 90_000 });

const stages = readStages("Containerfile");
const image = stages.get("");
const isRoot = process.getuid?.() === 0;
/** Unprivileged, like "node" in the image. */
const user = isRoot ? { uid: 65534, gid: 65534 } : {};
const soon = { timeout: 120_000, interval: 100 };

let folder: string;
let child: ChildProcess | undefined;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "kindling-image-"));
  chmodSync(folder, 0o755);
});
afterAll(async () => {
  if (child?.exitCode === null && child.kill("SIGTERM")) await once(child, "exit");
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Executes the last stage's COPY instructions; the build already exists. */
function copyAsTheFileSays(target: string) {
  const project = process.cwd();
  for (const text of textsOf(image, "COPY")) {
    const [from, to = ""] = text.replace(/^--from=\w+ /, "").split(" ");
    if (from === "/libraries/node_modules") copyProductionLibraries(project, target);
    else if (from === "/build/sbom.cdx.json") writeFileSync(join(target, "sbom.cdx.json"), listLibraries());
    else copy(join(project, from?.replace("/build/", "") ?? ""), join(target, to === "./" ? (from ?? "") : to));
  }
}

/** Runs the command of the stage that builds. */
function listLibraries(): string {
  const commands = textsOf(stages.get("builder"), "RUN");
  const [, command = ""] = /^(npm sbom .*) > sbom\.cdx\.json$/.exec(commands.at(-1) ?? "") ?? [];
  return execSync(command, { encoding: "utf8" });
}

/** Skips servers that concurrent tests have built. */
const copy = (from: string, to: string) =>
  cpSync(from, to, { recursive: true, filter: (path) => !path.includes("/dist/running-") });

it("The image has all a club needs: it starts unprivileged, responds, writes mails, is healthy and stops", async () => {
  const club = join(folder, "club");
  const data = join(folder, "data");
  mkdirSync(club);
  mkdirSync(data);
  if (isRoot) chownSync(data, 65534, 65534);
  copyAsTheFileSays(club);
  expect(readdirSync(club).toSorted()).toEqual([
    "db",
    "deploy",
    "dist",
    "node_modules",
    "package.json",
    "sbom.cdx.json",
  ]);
  const { components } = JSON.parse(readFileSync(join(club, "sbom.cdx.json"), "utf8"));
  const names = components.map(({ name }: { name: string }) => name);
  expect(names).toEqual(expect.arrayContaining(["hono", "kysely", "pg", "zod"]));

  const given = Object.fromEntries(textsOf(image, "ENV").map((text) => text.split("=") as [string, string]));
  expect(given).toEqual({ NODE_ENV: "production", HOST: "0.0.0.0", PORT: "3000", DATA_DIR: "/data" });
  const port = String(await findPort({ host: "127.0.0.1", port: 0 }));
  const env = {
    ...given,
    PATH: process.env.PATH,
    HOST: "127.0.0.1",
    PORT: port,
    DATA_DIR: data,
    ADMIN_EMAILS: "ada@club.example",
  };
  const started = JSON.parse(textsOf(image, "CMD")[0] ?? "[]");
  expect(started).toEqual(startCommand);
  const [command = "", ...args] = started;
  const spawned = spawn(command, args, { ...user, cwd: club, env, stdio: ["ignore", "pipe", "pipe"] });
  child = spawned;
  const ended = once(spawned, "exit");
  let said = "";
  for (const stream of [spawned.stdout, spawned.stderr])
    stream.on("data", (chunk) => {
      said += chunk;
    });
  await expect.poll(() => said, soon).toContain("Kindling is ready");

  const url = `http://127.0.0.1:${port}`;
  expect((await call(url, "GET /readyz")).body).toEqual({ status: "ok" });
  expect((await call(url, "GET /")).body).toContain("Invest in Start-ups");
  const [, styles] = /href="([^"]+\.css)"/.exec(String((await call(url, "GET /api/docs")).body)) ?? [];
  expect((await call(url, `GET ${styles}`)).status).toBe(200);
  const links = readFileSync(join(data, "registration-links.txt"), "utf8");
  const [, code] = /token=(\w+)-/.exec(links) ?? [];
  const account = { code, email: "ada@club.example", password: "lanterns in the park" };
  expect(await call(url, "POST /api/registrations", account)).toMatchObject({ status: 201 });
  await expect.poll(() => existsSync(join(data, "mail")) && readdirSync(join(data, "mail")), soon).toHaveLength(1);

  const [healthCommand = "", ...healthArgs] = JSON.parse(
    /CMD (.*)$/.exec(textsOf(image, "HEALTHCHECK")[0] ?? "")?.[1] ?? "",
  );
  const checkHealth = () => spawnSync(healthCommand, healthArgs, { ...user, cwd: club, env }).status;
  expect(checkHealth()).toBe(0);
  expect(spawnSync("node", ["deploy/sql.mjs", "select 1"], { ...user, cwd: club, env }).status).toBe(0);
  spawned.kill(textsOf(image, "STOPSIGNAL")[0] as NodeJS.Signals);
  expect(await ended).toEqual([0, null]);
  expect(checkHealth()).toBe(1);
  expect(existsSync(join(data, "postgres/data/postmaster.pid"))).toBe(false);
});

it("The image runs as an unprivileged user, keeps data in a volume, and includes no data, settings or history", () => {
  expect(textsOf(image, "USER")).toEqual(["node"]);
  expect(textsOf(image, "VOLUME")).toEqual(["/data"]);
  const allowed = readFileSync(".dockerignore", "utf8")
    .split("\n")
    .filter((line) => line && !line.startsWith("#"));
  expect(allowed[0]).toBe("*");
  const copied = [...stages.values()]
    .flatMap((stage) => textsOf(stage, "COPY"))
    .filter((text) => !text.startsWith("--from"));
  const named = copied.flatMap((text) => text.split(" ").slice(0, -1)).filter((name) => name !== ".");
  const built = ["scripts", "src", "tsconfig.json", "vite.config.ts", "vite.server.config.ts"];
  for (const name of [...named, ...built]) expect(allowed).toContain(`!${name}`);
  for (const name of ["var", ".env", ".git", "node_modules"]) expect(allowed).not.toContain(`!${name}`);
});
