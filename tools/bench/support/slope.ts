/** How much values grow from one to the next, by the line that fits them best (least squares). */
export function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const products = values.reduce((sum, value, index) => sum + (index - middle) * (value - mean), 0);
  const squares = values.reduce((sum, _, index) => sum + (index - middle) ** 2, 0);
  return products / squares;
}
