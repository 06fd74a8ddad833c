/** "91%"; 100% is said of the whole alone, 0% of nothing alone. */
export function partOf(part: number, whole: number): string {
  if (part === 0 || part === whole) return part === 0 ? "0%" : "100%";
  const percent = (100 * part) / whole;
  return percent < 1 ? "under 1%" : `${Math.min(99, Math.round(percent))}%`;
}
