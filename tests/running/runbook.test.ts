import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { prepareStage } from "./support/stage.ts";

const { folder, spawn } = prepareStage();

const commands = [...readFileSync("docs/operations/runbook.md", "utf8").matchAll(/node deploy\/sql\.mjs "([^"]+)"/g)]
  .map(([, statements = ""]) => statements.replaceAll("'…'", "'01900000-0000-7000-8000-000000000000'"))
  .filter((statements) => statements !== "…");

it("Every statement that the runbook has an operator run, runs on a club as it is", async () => {
  const dataDir = folder();
  const club = spawn({ DATA_DIR: dataDir });
  await club.url();
  expect(commands.length).toBeGreaterThan(9);
  for (const statements of commands) {
    const { status, stdout, stderr } = spawnSync(process.execPath, ["deploy/sql.mjs", statements], {
      env: { PATH: process.env.PATH, DATA_DIR: dataDir },
      encoding: "utf8",
    });
    expect([statements, stderr, status]).toEqual([statements, "", 0]);
    expect(stdout).toMatch(/^(SELECT|UPDATE|DELETE) \d+$/m);
  }
});

it("An operator who mistypes a statement, or the folder, reads what is wrong", async () => {
  const dataDir = folder();
  const club = spawn({ DATA_DIR: dataDir });
  await club.url();
  const run = (statement: string, where: string) =>
    spawnSync(process.execPath, ["deploy/sql.mjs", statement], {
      env: { PATH: process.env.PATH, DATA_DIR: where },
      encoding: "utf8",
    });
  const mistyped = run("selct 1", dataDir);
  expect([mistyped.status, mistyped.stderr]).toEqual([1, 'syntax error at or near "selct"\n']);
  const elsewhere = run("select 1", folder());
  expect(elsewhere.status).toBe(1);
  expect(elsewhere.stderr).toContain("runs here. Start it, or set DATA_DIR or DATABASE_URL.");
});
