import { readCpuTime } from "./process-usage.ts";
import type { Club } from "./with-club.ts";

/** Milliseconds of a core. */
export async function costOf<Result>(
  { nodePids, postgresPid }: Club,
  work: () => Promise<Result>,
): Promise<[number, Result]> {
  const before = readCpuTime({ nodePids, postgresPid });
  const result = await work();
  const after = readCpuTime({ nodePids, postgresPid });
  return [after.node - before.node + after.postgres - before.postgres, result];
}
