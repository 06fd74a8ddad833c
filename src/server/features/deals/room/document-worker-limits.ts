import type { DocumentRefusal } from "#shared/deals/deal-room.ts";

export const documentWorkerLimits = {
  /** Wall clock. */
  seconds: 600,
  /** 300 pages take about 60. */
  cpuSeconds: 180,
  /** For one page, where it can be measured: on Linux. */
  pageCpuSeconds: 20,
  /** Wall clock of the first turn: what needs longer is put behind the others, and has all the time then. */
  turnSeconds: 60,
  /** RLIMIT_DATA on Linux. WebAssembly forbids `--jitless`: V8 reserves 512 MiB of it for code. */
  dataKibibytes: 1280 * 1024,
  stackKibibytes: 2048,
  /** Of PDFium, in pages of 64 KiB: 512 MiB, on every system. */
  wasmPages: 8192,
};

/** A drawn page has this size on its longer side. */
export const drawnSidePx = 1600;
/** A page that is longer than so many of its widths is cut into sheets of the other shape, that of A4. */
export const sheetShape = { uncut: 3, cut: Math.SQRT2 };
/** What a sheet repeats of the one before, in pixels: a line of text is whole on one of them. */
export const sheetOverlap = 60;
/** Objects of a page with their lines and curves: a detailed plan has some 100,000. */
export const maximumPageParts = 500_000;
export const maximumPageText = 100_000;
/** Of a drawn page, with its text. */
export const maximumFrameBytes = 16 * 1024 * 1024;
/** The parts of a workbook may unpack to this size. */
export const maximumUnpackedBytes = 256 * 1024 * 1024;

/** A file that a room does not take, whatever it is called. */
export class RefusedDocument extends Error {
  override name = "RefusedDocument";
  readonly refusal: DocumentRefusal;
  constructor(refusal: DocumentRefusal) {
    super(refusal);
    this.refusal = refusal;
  }
}
