import { expect, it } from "vitest";
import { isTooLargeToDecode } from "./decoded-size.ts";

const header = { width: 5000, height: 5000, channels: 3, depth: "uchar", isProgressive: false } as const;

it.each([
  ["accepts a PNG of 25 megapixels", { ...header, format: "png" }, false],
  ["rejects a PNG with 16 bits per sample", { ...header, format: "png", depth: "ushort" }, true],
  ["rejects a PNG of 6000 × 6000 pixels", { ...header, format: "png", width: 6000, height: 6000 }, true],
  [
    "accepts a baseline JPEG of 64 megapixels, which is downscaled while decoding",
    { ...header, format: "jpeg", width: 12_800 },
    false,
  ],
  ["rejects a progressive JPEG of 25 megapixels", { ...header, format: "jpeg", isProgressive: true }, true],
  ["rejects an AVIF of 25 megapixels", { ...header, format: "heif" }, true],
  ["accepts an AVIF of 6 megapixels", { ...header, format: "heif", width: 3000, height: 2000 }, false],
  ["rejects an unknown sample size", { ...header, format: "png", depth: "double" }, true],
] as const)("%s", (_name, given, expected) => {
  expect(isTooLargeToDecode(given)).toBe(expected);
});
