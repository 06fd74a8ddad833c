import { inflateRawSync } from "node:zlib";

const endOfArchive = 0x06054b50;
const deflated = 8;

/** Minimal ZIP reader (APPNOTE 4.3). */
export function unzip(archive: Buffer): Map<string, Buffer> {
  let end = archive.length - 22;
  while (archive.readUInt32LE(end) !== endOfArchive) end--;
  const files = new Map<string, Buffer>();
  let entry = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const size = archive.readUInt32LE(entry + 20);
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((at) => archive.readUInt16LE(entry + at));
    const name = archive.toString("utf8", entry + 46, entry + 46 + (nameLength ?? 0));
    const header = archive.readUInt32LE(entry + 42);
    const start = header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28);
    const content = archive.subarray(start, start + size);
    files.set(name, archive.readUInt16LE(entry + 10) === deflated ? inflateRawSync(content) : content);
    entry += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0);
  }
  return files;
}
