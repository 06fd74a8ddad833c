import type { Metadata } from "sharp";

const maximumDecodedBytes = 100_000_000;
const bytesPerSample: Record<string, number> = { char: 1, uchar: 1, short: 2, ushort: 2 };

/** Measured: libheif keeps about four copies of a picture while it decodes one. */
const heifCopies = 4;

type Header = Pick<Metadata, "format" | "width" | "height" | "channels" | "depth" | "isProgressive">;

/** Whether decoding would take too much memory, judged by the header alone, before a pixel is decoded. */
export const isTooLargeToDecode = (header: Header): boolean => decodedBytes(header) > maximumDecodedBytes;

function decodedBytes({ format, width, height, channels, depth, isProgressive }: Header): number {
  const samples = width * height * channels;
  // A baseline JPEG is shrunk while it is read; a progressive one keeps all its coefficients, two bytes each.
  if (format === "jpeg") return isProgressive ? samples * 2 : 0;
  return samples * (bytesPerSample[depth] ?? 4) * (format === "heif" ? heifCopies : 1);
}
