interface Bar {
  /** At the base, and at its value: places from the top. */
  from: number;
  to: number;
}

/**
 * Round-ended sticks from 0, up and down, on one scale. A value of 0 is a dot.
 * @param stroke the sticks' thickness, whose round ends stay inside the height.
 */
export function barsOf(
  values: readonly (number | null)[],
  height: number,
  stroke: number,
): { bars: (Bar | null)[]; base: number } {
  const given = values.filter((value) => value !== null);
  const highest = Math.max(0, ...given);
  const lowest = Math.min(0, ...given);
  const room = height - stroke;
  const place = (value: number) => {
    const share = highest === lowest ? 0 : (highest - value) / (highest - lowest);
    return Math.round(10 * (stroke / 2 + (highest === lowest ? room : share * room))) / 10;
  };
  const base = place(0);
  const bars = values.map((value) => (value === null ? null : { from: base, to: place(value) }));
  return { bars, base };
}
