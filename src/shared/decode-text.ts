/** A text file's bytes, in UTF-8, UTF-16 or Windows-1252, without its byte order mark. @returns undefined for binary files. */
export function decodeText(bytes: Uint8Array): string | undefined {
  const encoding = encodingOf(bytes);
  const text = new TextDecoder(encoding).decode(bytes);
  if (text.includes("\0")) return undefined;
  // Node 20 takes Windows-1252 for Latin-1, which has control characters for quotation marks, dashes and the euro.
  return encoding === "windows-1252"
    ? text.replaceAll(/[\x80-\x9f]/g, (unit) => windows1252.charAt(unit.charCodeAt(0) - 128))
    : text;
}

const windows1252 = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";

/** So much of a text decides whether it is UTF-16. */
export const textHeadBytes = 4096;

function encodingOf(bytes: Uint8Array): string {
  const utf16 = findUtf16(bytes.subarray(0, textHeadBytes));
  if (utf16) return utf16;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return "utf-8";
  } catch {
    // Excel on Windows.
    return "windows-1252";
  }
}

/** @param head of a text, `textHeadBytes` of it or all. */
export function findUtf16(head: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  return findUnmarkedUtf16(head);
}

/** Most characters of a table are ASCII, so that every second byte of UTF-16 is 0, and no other. */
function findUnmarkedUtf16(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  const zeros = [0, 0];
  for (const [place, byte] of bytes.entries()) if (byte === 0) zeros[place % 2] = (zeros[place % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const many = bytes.length / 4;
  if (odd > many && even === 0) return "utf-16le";
  return even > many && odd === 0 ? "utf-16be" : undefined;
}
