import { withCommas } from "./pence.ts";

/** "1 share" and "1,250 shares", of a whole number. */
export const counted = (count: number, one: string): string => `${withCommas(count)} ${count === 1 ? one : `${one}s`}`;
