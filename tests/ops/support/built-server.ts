import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    builtServer: string;
    /** Compiled helpers: tsx costs a second of CPU per start. */
    builtTestProcesses: { club: string; postgres: string };
  }
}

const testProcesses = {
  "club-process": "src/server/ops/start/test-process.ts",
  "postgres-process": "src/server/ops/embedded-postgres/test-process.ts",
};

/** Runs once per run: builds the server into a temporary folder. */
export async function setup(project: TestProject) {
  const folder = join(process.cwd(), "dist", `running-${randomBytes(4).toString("hex")}`);
  await build({ configFile: "vite.server.config.ts", logLevel: "error", build: { outDir: folder } });
  await build({
    configFile: false,
    logLevel: "error",
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      target: "node20",
      rolldownOptions: { input: testProcesses },
    },
  });
  project.provide("builtServer", join(folder, "main.js"));
  project.provide("builtTestProcesses", {
    club: join(folder, "club-process.js"),
    postgres: join(folder, "postgres-process.js"),
  });
  return () => rmSync(folder, { recursive: true });
}
