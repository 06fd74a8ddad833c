import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, it, vi } from "vitest";
import { createApi } from "#server/api.ts";
import { describeApi } from "#server/openapi/describe-api.ts";
import { sampleAccounts } from "#server/sample/sample-club.ts";
import { prepareStage } from "./support/stage.ts";

const run = promisify(execFile);
const { spawn } = prepareStage();
vi.setConfig({ testTimeout: 600_000 });

const tools = resolve("tools/client");
const tool = (name: string, ...args: string[]) => run(join(tools, "node_modules/.bin", name), args, { cwd: tools });

interface Problem {
  ruleId: string;
  message: string;
  location: { pointer?: string }[];
}

beforeAll(() => run("npm", ["run", "client"]), 600_000);

it("The API's description is as Redocly recommends", async () => {
  const { createConfig, lintFromString } = createRequire(join(tools, "package.json"))("@redocly/openapi-core");
  const description = describeApi(createApi(), { appUrl: "https://club.example" });
  const config = await createConfig({
    extends: ["recommended"],
    rules: {
      "no-required-schema-properties-undefined": "error",
      // Nobody else may run it, and an id is never "me" or "versions".
      "info-license": "off",
      "no-ambiguous-paths": "off",
    },
  });
  const problems: Problem[] = await lintFromString({ source: JSON.stringify(description), config });
  const found = problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer} ${message}`);
  // What is opened by a link in a mail or by Google answers with a redirect alone.
  const redirecting = found.filter((problem) => problem.startsWith("operation-2xx-response "));
  expect(redirecting.map((problem) => /paths\/(\S+)\//.exec(problem)?.[1])).toEqual([
    "~1auth~1callback~1google/get",
    "~1mail-consents~1one-click/get",
    "~1newsletter-subscriptions~1one-click/get",
  ]);
  expect(found.filter((problem) => !redirecting.includes(problem))).toEqual([]);
});

it("A client is generated from the API's description, compiles, signs in, and lists members and events", async () => {
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
