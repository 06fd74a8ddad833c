import { expect, it } from "vitest";
import { isTooLargeToDecode } from "./decoded-size.ts";

const header = { width: 5000, height: 5000, channels: 3, depth: "uchar", isProgressive: false } as const;

it.each([
  ["takes a PNG of 25 megapixels", { ...header, format: "png" }, false],
  ["refuses it with 16 bits a sample", { ...header, format: "png", depth: "ushort" }, true],
  ["refuses it with a side of 6000", { ...header, format: "png", width: 6000, height: 6000 }, true],
  [
    "takes a baseline JPEG of 64 megapixels, which is shrunk while it is read",
    { ...header, format: "jpeg", width: 12_800 },
    false,
  ],
  ["refuses a progressive JPEG of 25 megapixels", { ...header, format: "jpeg", isProgressive: true }, true],
  ["refuses an AVIF of 25 megapixels", { ...header, format: "heif" }, true],
  ["takes an AVIF of 6 megapixels", { ...header, format: "heif", width: 3000, height: 2000 }, false],
  ["refuses samples of an unknown size", { ...header, format: "png", depth: "double" }, true],
] as const)("%s", (_name, given, expected) => {
  expect(isTooLargeToDecode(given)).toBe(expected);
});
