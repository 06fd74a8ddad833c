import autocannon from "autocannon";
import { type CpuTime, type Processes, readCpuTime } from "../bench/support/process-usage.ts";

export type Call = autocannon.Request;
export type Target = Processes & { urls: readonly string[] };

export interface Load {
  /** What each connection sends, one after the other and then from the beginning. */
  calls: readonly Call[];
  status: number;
}

/** @property perSecond holds the load back, over all connections. */
export type Pace = { seconds: number; perSecond?: number } | { answers: number };

export interface Measured {
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Of a core, per answer. */
  cpu: CpuTime;
  /** Calls without an answer, or with one of another status. Any makes the other figures void. */
  failures: number;
}

export const connectionsPerProcess = 16;
const sampleMilliseconds = 50;

/** Sends a load from this process, which is none of those that are measured. */
export async function sendLoad(target: Target, { calls, status }: Load, pace: Pace): Promise<Measured> {
  const durations: number[] = [];
  let wrong = 0;
  const before = readCpuTime(target);
  const began = performance.now();
  let ended = began;
  const errors = await new Promise<number>((resolve, reject) => {
    const running = autocannon(
      {
        // The types know one address only; the library takes several.
        url: target.urls as unknown as string,
        connections: target.urls.length * connectionsPerProcess,
        requests: [...calls],
        sampleInt: sampleMilliseconds,
        ...("answers" in pace ? { amount: pace.answers } : { duration: pace.seconds }),
        ...("perSecond" in pace && { overallRate: pace.perSecond }),
      },
      (error, result) => (error ? reject(error) : resolve(result.errors)),
    );
    running.on("response", (_client, answered, _bytes, milliseconds) => {
      ended = performance.now();
      durations.push(milliseconds);
      if (answered !== status) wrong++;
    });
  });
  const after = readCpuTime(target);
  const failures = wrong + errors;
  const count = failures > 0 ? Number.NaN : durations.length;
  const perAnswer = (who: keyof CpuTime) => (after[who] - before[who]) / count;
  const sorted = Float64Array.from(failures > 0 ? [] : durations).sort();
  const percentile = (hundredths: number) => sorted[Math.floor((hundredths / 100) * sorted.length)] ?? Number.NaN;
  return {
    perSecond: (count / (ended - began)) * 1000,
    p50: percentile(50),
    p99: percentile(99),
    cpu: { node: perAnswer("node"), postgres: perAnswer("postgres"), generator: perAnswer("generator") },
    failures,
  };
}
