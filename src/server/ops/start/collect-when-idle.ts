import { performance } from "node:perf_hooks";

const lookMilliseconds = 15_000;
/** Part of the time that the event loop was busy: jobs that look for work take less. */
const mostWhenIdle = 0.05;

interface Options {
  /** Of the time since it was last asked, 0 to 1. */
  readUtilization?: () => number;
  /** It is `undefined` without Node's option `--expose-gc`. */
  collect?: (() => void) | undefined;
}

/**
 * V8 collects garbage while a process allocates: one that rests keeps what its last load left, a hundred megabytes.
 * Collects once after the start and after each time of work. @returns stop.
 */
export function collectWhenIdle({
  readUtilization = createReader(),
  collect = findCollect(),
}: Options = {}): () => void {
  let hasWorked = true;
  const timer = setInterval(() => {
    if (readUtilization() > mostWhenIdle) {
      hasWorked = true;
      return;
    }
    if (hasWorked) collect?.();
    hasWorked = false;
  }, lookMilliseconds);
  timer.unref();
  return () => clearInterval(timer);
}

function createReader(): () => number {
  let before = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    return utilization;
  };
}

/** The flavour gives free pages back to the system, where V8 otherwise keeps some for itself. */
function findCollect(): (() => void) | undefined {
  const { gc } = globalThis;
  return gc && (() => void gc({ type: "major", flavor: "last-resort" }));
}
