/** At most two capitals. */
export function initials(fullName: string): string {
  const words = fullName.trim().split(/\s+/).filter(Boolean).slice(0, 2);
  return words.map((word) => [...word][0]?.toLocaleUpperCase("en-GB") ?? "").join("");
}
