import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, it, vi } from "vitest";
import { sampleAccounts } from "#server/sample/sample-club.ts";
import { prepareStage } from "./support/stage.ts";

const run = promisify(execFile);
const { spawn } = prepareStage();
vi.setConfig({ testTimeout: 600_000 });

const tools = resolve("tools/client");
const tool = (name: string, ...args: string[]) => run(join(tools, "node_modules/.bin", name), args, { cwd: tools });

it("A client is generated from the API's description, compiles, signs in, and lists members and events", async () => {
  await run("npm", ["run", "client"]);
  const club = spawn();
  const url = await club.url();
  const description = join(tools, "openapi.json");
  writeFileSync(description, await (await fetch(`${url}/api/openapi.json`)).text());

  expect(JSON.parse((await tool("validate-api", description)).stdout)).toEqual({ valid: true });
  await tool("openapi-typescript", description, "--output", "api.d.ts");
  await tool("tsc", "--project", tools);

  const { email, password } = sampleAccounts.member;
  const program = ["--import", "tsx", join(tools, "list-members-and-events.ts"), url, email, password];
  const { user, members, events } = JSON.parse((await run(process.execPath, program)).stdout);
  expect(user).toBe(email);
  expect(members.length).toBeGreaterThan(10);
  expect(events).toContainEqual({ title: expect.any(String), date: expect.stringMatching(/Z$/) });
});
