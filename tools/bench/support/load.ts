import autocannon from "autocannon";
import { percentile } from "./median.ts";

export type Call = autocannon.Request;

export interface Load {
  /** What each connection sends, one call after the other and then from the beginning. */
  connections: readonly (readonly Call[])[];
  /** The status that every answer has to have. */
  status: number;
}

export interface Outcome {
  /** Answers. */
  count: number;
  seconds: number;
  perSecond: number;
  /** Milliseconds from a call to the end of its answer, as the middle and the slowest hundredth saw it. */
  p50: number;
  p99: number;
  /** Calls without an answer, or with one of another status. Any makes the other figures void. */
  failures: number;
}

/** The same call from so many connections. */
export const fromConnections = (count: number, call: Call): readonly Call[][] =>
  Array.from({ length: count }, () => [call]);

const sampleMilliseconds = 50;

/**
 * Sends a load from this process, which is none of those that are measured.
 * @param urls the club's processes, over which the connections are spread.
 * @param seconds without it each connection sends each of its calls once; all of them have to have as many.
 * @param perSecond for a load that is held back, over all connections.
 */
export async function sendLoad(
  urls: readonly string[],
  { connections, status }: Load,
  { seconds, perSecond }: { seconds?: number; perSecond?: number } = {},
): Promise<Outcome> {
  const durations: number[] = [];
  let connection = 0;
  let wrong = 0;
  const began = performance.now();
  let ended = began;
  const errors = await new Promise<number>((resolve, reject) => {
    const instance = autocannon(
      {
        // The types know one address only; the library takes several.
        url: urls as unknown as string,
        connections: connections.length,
        ...(seconds === undefined ? { amount: connections.flat().length } : { duration: seconds }),
        ...(perSecond !== undefined && { overallRate: perSecond }),
        sampleInt: sampleMilliseconds,
        setupClient: (client) => client.setRequests(connections[connection++]?.map((call) => ({ ...call })) ?? []),
      },
      (error, result) => (error ? reject(error) : resolve(result.errors)),
    );
    instance.on("response", (_client, answered, _bytes, milliseconds) => {
      ended = performance.now();
      durations.push(milliseconds);
      if (answered !== status) wrong++;
    });
  });
  return outcomeOf(durations, (ended - began) / 1000, wrong + errors);
}

function outcomeOf(durations: number[], seconds: number, failures: number): Outcome {
  const count = durations.length;
  const isVoid = failures > 0 || count === 0;
  const figures = { perSecond: count / seconds, p50: percentile(durations, 50), p99: percentile(durations, 99) };
  const none = { perSecond: Number.NaN, p50: Number.NaN, p99: Number.NaN };
  return { count, seconds, failures, ...(isVoid ? none : figures) };
}
