import type { Metadata } from "sharp";

const maximumDecodedBytes = 100_000_000;
const bytesPerSample: Record<string, number> = { char: 1, uchar: 1, short: 2, ushort: 2 };

/** Measured: libheif's peak while decoding. */
const heifCopies = 4;

type Header = Pick<Metadata, "format" | "width" | "height" | "channels" | "depth" | "isProgressive">;

/** Estimates memory from the header alone. */
export const isTooLargeToDecode = (header: Header): boolean => decodedBytes(header) > maximumDecodedBytes;

function decodedBytes({ format, width, height, channels, depth, isProgressive }: Header): number {
  const samples = width * height * channels;
  // Baseline JPEG shrinks on load; progressive keeps all coefficients, two bytes each.
  if (format === "jpeg") return isProgressive ? samples * 2 : 0;
  return samples * (bytesPerSample[depth] ?? 4) * (format === "heif" ? heifCopies : 1);
}
