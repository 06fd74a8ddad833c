/** Of an even count the upper of the middle two. Not a number where any value is none: a void figure stays void. */
export function median(values: readonly number[]): number {
  if (values.some(Number.isNaN)) return Number.NaN;
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** The value that so many of a hundred do not exceed. */
export function percentile(values: readonly number[], hundredths: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.max(0, Math.ceil((hundredths / 100) * sorted.length) - 1)] ?? Number.NaN;
}
