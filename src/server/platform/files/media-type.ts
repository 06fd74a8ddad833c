export type MediaType = "application/pdf" | "image/jpeg" | "image/png" | "image/webp" | "text/csv" | "text/plain";

/** So much of a file decides its type. */
export const signatureBytes = 12;

/** In hex. */
const signatures: { type: MediaType; pattern: RegExp }[] = [
  { type: "application/pdf", pattern: /^255044462d/ },
  { type: "image/jpeg", pattern: /^ffd8ff/ },
  { type: "image/png", pattern: /^89504e470d0a1a0a/ },
  { type: "image/webp", pattern: /^52494646.{8}57454250/ },
];

/**
 * What a file is by its first bytes, whatever it is called. CSV and plain text look alike: the accepted one is meant, and
 * `isText` has to hold for the whole content.
 * @returns undefined for a type that is not accepted.
 */
export function detectMediaType(head: Buffer, accepted: readonly MediaType[]): MediaType | undefined {
  const hex = head.toString("hex");
  const binary = signatures.find(({ pattern }) => pattern.test(hex))?.type;
  return accepted.find((type) => (binary ? type === binary : isTextType(type)));
}

export const isTextType = (type: MediaType): boolean => type.startsWith("text/");

/** Takes a text piece by piece and says of each whether it is UTF-8 without control characters; the end is an empty piece. */
export function createTextCheck(): (piece: Uint8Array) => boolean {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  return (piece) => {
    try {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what it looks for.
      return !/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/.test(decoder.decode(piece, { stream: piece.length > 0 }));
    } catch {
      return false;
    }
  };
}
