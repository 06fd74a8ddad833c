import { setTimeout as wait } from "node:timers/promises";

const stepMilliseconds = 20;

/** Polls; false on timeout. */
export async function isTrueWithin(milliseconds: number, isTrue: () => boolean | Promise<boolean>): Promise<boolean> {
  const deadline = Date.now() + milliseconds;
  for (;;) {
    if (await isTrue()) return true;
    if (Date.now() > deadline) return false;
    await wait(stepMilliseconds);
  }
}
