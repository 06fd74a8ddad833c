const maximumBytes = 75;
const continuation = "\r\n ";

/** Folds lines where RFC 5545 (3.1) wants it, after 75 bytes; the library counts characters, which may be of several. */
export const foldLines = (calendar: string): string =>
  calendar
    .replaceAll(/\r\n[ \t]/g, "")
    .split("\r\n")
    .map(foldLine)
    .join("\r\n");

function foldLine(line: string): string {
  let folded = "";
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > maximumBytes) {
      folded += continuation;
      bytes = 1;
    }
    folded += character;
    bytes += size;
  }
  return folded;
}
