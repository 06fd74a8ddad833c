import { createHmac } from "node:crypto";

const stepMilliseconds = 30_000;
const digits = 6;
/** Steps before and after the present one whose code is taken: clocks differ, and people type slowly. */
export const tolerance = 1;

/** The 30 seconds whose code this is (RFC 6238), counted from 1970; undefined for a code of none that is near `now`. */
export function findTimeStep(secret: string, code: string, now: Date): number | undefined {
  const present = Math.floor(now.getTime() / stepMilliseconds);
  const steps = Array.from({ length: 2 * tolerance + 1 }, (_, index) => present - tolerance + index);
  return steps.find((step) => codeOf(secret, step) === code);
}

/** RFC 4226, section 5.3. */
function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac("sha1", secret).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  const number = hash.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, "0");
}
