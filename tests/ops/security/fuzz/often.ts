import fc from "fast-check";

/** The odd one once for so many usual ones. */
export const often = <Value>(
  weight: number,
  usual: fc.Arbitrary<Value>,
  odd: fc.Arbitrary<Value>,
): fc.Arbitrary<Value> => fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: odd });
