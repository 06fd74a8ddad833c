import { expect, it } from "vitest";
import { decodeText } from "./decode-text.ts";

const bytesOf = (...bytes: number[]) => new Uint8Array(bytes);
const utf16 = (text: string) => new Uint8Array(Buffer.from(`\uFEFF${text}`, "utf16le"));

it.each([
  ["UTF-8", new TextEncoder().encode("Zoë")],
  ["UTF-8 with a byte order mark", new TextEncoder().encode("\uFEFFZoë")],
  ["UTF-16 little-endian", utf16("Zoë")],
  ["UTF-16 big-endian", utf16("Zoë").map((_, index, all) => all[index ^ 1] ?? 0)],
  ["Windows-1252", bytesOf(0x5a, 0x6f, 0xeb)],
])("decodeText decodes %s", (_encoding, bytes) => {
  expect(decodeText(bytes)).toBe("Zoë");
});

it("Quotation marks, dashes and the euro of Windows-1252 are decoded on the server too", () => {
  expect(decodeText(bytesOf(0x93, 0x41, 0x92, 0x73, 0x94, 0x20, 0x96, 0x20, 0x80, 0x20, 0x9c))).toBe("“A’s” – € œ");
});

it("A binary file is not decoded as text", () => {
  expect(decodeText(bytesOf(0x50, 0x4b, 3, 4, 0, 0))).toBeUndefined();
});
