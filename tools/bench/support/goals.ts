import type { BenchOptions, Figure } from "./figure.ts";

/** How far noise may carry a short round of CI from its goal. */
const margin = 1.4;

export const atLeast = (goal: number, { isQuick }: BenchOptions): NonNullable<Figure["goal"]> => ({
  atLeast: isQuick ? goal / margin : goal,
});

export const atMost = (goal: number, { isQuick }: BenchOptions): NonNullable<Figure["goal"]> => ({
  atMost: isQuick ? goal * margin : goal,
});
