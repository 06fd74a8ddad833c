import type { ApiStage } from "./api-stage.ts";
import type { BenchOptions } from "./figure.ts";
import { fromConnections, type Load } from "./load.ts";
import { type Measured, measureLoad, type Target } from "./measure-load.ts";
import { connectionCount, documentCalls } from "./operations.ts";
import { isPgbenchInstalled, measurePgbench, type Protocol } from "./pgbench.ts";
import type { runBareServer } from "./run-bare-server.ts";
import type { Sample } from "./samples.ts";

export type ApiSample = Sample<Pick<Measured, "perSecond"> & Partial<Measured>>;

export interface Pace {
  rounds: number;
  seconds: number;
  /** In place of the seconds: so many answers, however slow a busy machine is. */
  callsPerConnection?: number;
  submissionsPerConnection: number;
}

export const paceOf = ({ isQuick }: BenchOptions): Pace =>
  isQuick
    ? { rounds: 3, seconds: 1, callsPerConnection: 40, submissionsPerConnection: 5 }
    : { rounds: 3, seconds: 2, submissionsPerConnection: 50 };

const warmUpSeconds = 0.4;
export const bareServer = "bare server";
export const pgbenchAt = (protocol: Protocol, stage: string) => `pgbench -M ${protocol}, ${stage}`;
export const submission = "submission";

/** Everything once a round, the clubs in turns, so that what is compared was measured seconds apart. */
export async function takeRounds(
  stages: readonly ApiStage[],
  bare: Awaited<ReturnType<typeof runBareServer>>,
  options: BenchOptions,
): Promise<ApiSample[]> {
  const pace = paceOf(options);
  for (const stage of stages) await warmUp(stage);
  const samples: ApiSample[] = [];
  for (let round = 0; round < pace.rounds; round++) {
    const note = (what: string, where: string, values: ApiSample["values"]) =>
      samples.push({ round, what, where, values });
    await takeClubs(stages, round, pace, options, note);
    await takeBare(bare, pace, note);
    await takePgbench(stages, pace, options, note);
  }
  return samples;
}

type Note = (what: string, where: string, values: ApiSample["values"]) => void;

async function warmUp({ target, reads, submissions }: ApiStage): Promise<void> {
  for (const { load } of reads) await measureLoad(target, load, warmUpSeconds);
  const first = submissions[0];
  if (first) await measureLoad(target, first);
}

async function takeClubs(
  stages: readonly ApiStage[],
  round: number,
  pace: Pace,
  { isQuick }: BenchOptions,
  note: Note,
): Promise<void> {
  const names = stages[0]?.reads.map(({ name }) => name) ?? [];
  for (const name of names) {
    for (const stage of stages) {
      const read = stage.reads.find((operation) => operation.name === name);
      if (read) note(name, stage.name, await measurePaced(stage.target, read.load, pace));
    }
  }
  for (const stage of stages) {
    const writes = stage.submissions[round + 1];
    if (writes) note(submission, stage.name, await measureLoad(stage.target, writes));
    // Nothing is compared with it, and it is slow on purpose.
    if (!isQuick) note(stage.signIn.name, stage.name, await measurePaced(stage.target, stage.signIn.load, pace));
  }
}

function measurePaced(target: Target, { status, connections }: Load, { seconds, callsPerConnection }: Pace) {
  if (callsPerConnection === undefined) return measureLoad(target, { status, connections }, seconds);
  const repeated = connections.map((calls) => Array.from({ length: callsPerConnection }, () => calls).flat());
  return measureLoad(target, { status, connections: repeated });
}

async function takeBare({ url, pid }: { url: string; pid: number }, pace: Pace, note: Note): Promise<void> {
  const target: Target = { urls: [url], nodePids: [pid], serverPids: [] };
  for (const [what, call] of Object.entries(documentCalls)) {
    const load = { status: 200, connections: fromConnections(connectionCount, call) };
    note(what, bareServer, await measurePaced(target, load, pace));
  }
}

async function takePgbench(
  stages: readonly ApiStage[],
  { seconds }: Pace,
  { isQuick }: BenchOptions,
  note: Note,
): Promise<void> {
  if (!isPgbenchInstalled()) return;
  // Fewer messages make the first the quickest that is unprepared: who holds the ratio with it holds it with the other.
  const protocols: readonly Protocol[] = isQuick ? ["simple"] : ["simple", "extended", "prepared"];
  for (const { club, transaction, name } of stages) {
    for (const protocol of protocols) {
      const load = { transaction, protocol, clients: connectionCount, seconds };
      note("directory", pgbenchAt(protocol, name), await measurePgbench(club, load));
    }
  }
}
