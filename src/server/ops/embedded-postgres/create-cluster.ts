import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { program } from "./binaries.ts";
import { type Cluster, listensOnSocket, programOptions } from "./cluster.ts";
import { giveTo } from "./server-user.ts";

const draftPrefix = "creating-";

/** Created aside, then renamed: an interrupted start leaves no partial cluster. */
export async function createCluster(cluster: Cluster): Promise<void> {
  removeDrafts(cluster.home);
  const draft = join(cluster.home, `${draftPrefix}${randomBytes(4).toString("hex")}`);
  mkdirSync(draft, { mode: 0o700 });
  giveTo(cluster.user, draft);
  await initialise(cluster, draft);
  await createRoleAndDatabase(cluster, draft);
  renameSync(draft, cluster.dataFolder);
}

function removeDrafts(home: string): void {
  for (const name of readdirSync(home).filter((entry) => entry.startsWith(draftPrefix))) {
    rmSync(join(home, name), { recursive: true, force: true, maxRetries: 3 });
  }
}

async function initialise(cluster: Cluster, folder: string): Promise<void> {
  const locale = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const common = ["-D", folder, "--username=postgres", "--no-instructions", ...locale];
  if (listensOnSocket(cluster)) {
    // pg_hba.conf is written before each start.
    await run(cluster, "initdb", [...common, "--auth=reject"]);
    return;
  }
  const passwordFile = `${folder}.password`;
  // Never used again: no superuser logs in.
  writeFileSync(passwordFile, randomBytes(32).toString("base64url"), { mode: 0o600 });
  giveTo(cluster.user, passwordFile);
  try {
    await run(cluster, "initdb", [...common, "--auth=scram-sha-256", `--pwfile=${passwordFile}`]);
  } finally {
    rmSync(passwordFile);
  }
}

/** Single-user mode: one statement per line, no connections yet. */
async function createRoleAndDatabase(cluster: Cluster, folder: string): Promise<void> {
  const { user, database, password } = cluster.endpoint;
  const statements = [
    `create role "${user}" login createrole nosuperuser${password ? ` password '${password}'` : ""}`,
    `create database "${database}" owner "${user}"`,
  ];
  const args = ["--single", "-D", folder, "-c", "exit_on_error=on", "-c", "log_checkpoints=off", "postgres"];
  await run(cluster, "postgres", args, `${statements.join("\n")}\n`);
}

function run(cluster: Cluster, name: "initdb" | "postgres", args: string[], input = ""): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program(cluster.binaries, name), args, { ...programOptions(cluster), stdio: "pipe" });
    let complaints = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      complaints += text;
    });
    child.stdout.resume();
    child.on("error", reject);
    child.on("close", (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`PostgreSQL's ${name} failed (${signal ?? `exit ${code}`}): ${complaints.trim()}`));
    });
    child.stdin.on("error", () => {}); // A program that fails at once closes it; its words say why.
    child.stdin.end(input);
  });
}
