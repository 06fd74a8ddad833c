import { type CpuTime, readCpuTime, spentSince } from "./cpu-time.ts";
import { type Load, type Outcome, sendLoad } from "./load.ts";

export interface Measured extends Outcome {
  /** Milliseconds of a core per answer. */
  cpu: CpuTime;
}

/** Where a load goes, and which processes work for it. */
export interface Target {
  urls: readonly string[];
  nodePids: readonly number[];
  serverPids: readonly number[];
}

/** Sends a load and sees what it cost whom. @param seconds see `sendLoad`. */
export async function measureLoad(target: Target, load: Load, seconds?: number): Promise<Measured> {
  const before = readCpuTime(target.nodePids, target.serverPids);
  const outcome = await sendLoad(target.urls, load, { ...(seconds !== undefined && { seconds }) });
  const { node, postgres, generator } = spentSince(before, readCpuTime(target.nodePids, target.serverPids));
  const perAnswer = (milliseconds: number) => milliseconds / outcome.count;
  return {
    ...outcome,
    cpu: { node: perAnswer(node), postgres: perAnswer(postgres), generator: perAnswer(generator) },
  };
}
