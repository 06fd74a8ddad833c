/** The range includes both ends. */
export interface ByteRange {
  first: number;
  last: number;
}

/**
 * Reads a Range header (RFC 9110, section 14).
 * @returns undefined for one that is to be ignored: malformed, of another unit, or of several ranges.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | "unsatisfiable" | undefined {
  const [, from = "", to = ""] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? "") ?? [];
  if (from === "") return to === "" ? undefined : suffix(Number(to), size);
  const range = { first: Number(from), last: Math.min(to === "" ? Number.POSITIVE_INFINITY : Number(to), size - 1) };
  if (to !== "" && Number(to) < range.first) return undefined;
  return range.first < size ? range : "unsatisfiable";
}

const suffix = (length: number, size: number) =>
  length === 0 ? "unsatisfiable" : { first: Math.max(size - length, 0), last: size - 1 };
