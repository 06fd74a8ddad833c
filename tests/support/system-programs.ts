import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import type { TestContext } from "vitest";

declare module "vitest" {
  interface TaskMeta {
    /** The reason says why this machine cannot run the test; `scripts/test-outcome.ts` counts it in the last line of a run. */
    leftOut?: string;
  }
}

/** Leaves a test out, with the reason in the last lines of the run, on a system that lacks a program that it needs. */
export function needsPrograms({ task, skip }: TestContext, programs: readonly string[]): void {
  const missing = programs.filter((program) => !isInstalled(program));
  if (missing.length === 0) return;
  task.meta.leftOut = `not installed: ${missing.join(", ")}`;
  skip(task.meta.leftOut);
}

export function isInstalled(program: string): boolean {
  return (process.env.PATH ?? "").split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
