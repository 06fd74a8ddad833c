export const documentWorkerLimits = {
  /** Wall clock. */
  seconds: 600,
  /** 300 pages take about 60. */
  cpuSeconds: 180,
  /** RLIMIT_DATA on Linux. WebAssembly forbids `--jitless`: V8 reserves 512 MiB of it for code. */
  dataKibibytes: 1280 * 1024,
  stackKibibytes: 2048,
  /** Of PDFium, in pages of 64 KiB: 512 MiB, on every system. */
  wasmPages: 8192,
};

/** On their longer side. */
export const drawnSidePx = 1600;
/** In points: no printer's sheet is longer (ISO 32000-1, annex C). */
export const longestSidePt = 14_400;
/** A strip cannot be read at this size. */
export const longestShape = 20;
export const maximumPageText = 100_000;
/** Of a drawn page, with its text. */
export const maximumFrameBytes = 16 * 1024 * 1024;
/** What a workbook's parts may unpack to. */
export const maximumUnpackedBytes = 256 * 1024 * 1024;
