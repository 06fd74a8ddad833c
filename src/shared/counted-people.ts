import { withCommas } from "./pence.ts";

/** "1 person" and "1,250 people". */
export const countedPeople = (count: number): string => `${withCommas(count)} ${count === 1 ? "person" : "people"}`;
