import type { TestContext } from "vitest";

declare module "vitest" {
  interface TaskMeta {
    leftOut?: string;
  }
}

/** Ends a test that cannot run on this machine; the last lines of the run count it with its reason. */
export function leaveOut({ task, skip }: TestContext, reason: string): never {
  task.meta.leftOut = reason;
  return skip(reason);
}
