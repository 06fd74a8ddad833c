import { maximumPaperBytes } from "#shared/funds/funds-completion-messages.ts";

export const certificateLimits = {
  /** Wall clock. */
  seconds: 120,
  cpuSeconds: 100,
  /** RLIMIT_DATA on Linux. WebAssembly forbids `--jitless`: V8 reserves 512 MiB of it for code. */
  dataKibibytes: 1280 * 1024,
  stackKibibytes: 2048,
  /** Of PDFium, in pages of 64 KiB: 512 MiB, on every system. */
  wasmPages: 8192,
  unpackedBytes: 256 * 1024 * 1024,
  /** Of one PDF, and the letters on them. */
  pages: 20,
  text: 100_000,
  /** A frame holds one file with its text. */
  frameBytes: maximumPaperBytes + 1024 * 1024,
};

export const certificateRefusals = ["unreadable", "not_pdf", "locked", "too_many", "too_large"] as const;
export type CertificateRefusal = (typeof certificateRefusals)[number];

/** An upload that has no certificates in it, or more than is taken. */
export class RefusedCertificates extends Error {
  override name = "RefusedCertificates";
  readonly refusal: CertificateRefusal;
  constructor(refusal: CertificateRefusal) {
    super(refusal);
    this.refusal = refusal;
  }
}
