/** The K: three sticks 4.2 thick with round ends, and a loose ember. Clear space round it: half the stem's height. */
export const markPieces = {
  viewBox: "6.2 0 22.4 32",
  thickness: 4.2,
  stem: "M8.5 5v22",
  leg: "M14.6 18.4 22.6 27",
  arm: "M14.4 13.8 19.6 8.6",
  ember: { cx: 25.2, cy: 4.8, r: 2.7 },
} as const;
