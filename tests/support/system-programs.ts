import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import type { TestContext } from "vitest";

/** Leaves a test out, with the reason in the report, on a system that lacks a program that it needs. */
export function needsPrograms(context: TestContext, programs: readonly string[]): void {
  const missing = programs.filter((program) => !isInstalled(program));
  if (missing.length > 0) context.skip(`not installed: ${missing.join(", ")}`);
}

function isInstalled(program: string): boolean {
  return (process.env.PATH ?? "").split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
