/** What people choose in place of a table, by what its first bytes say. */
export const foreignFormats = {
  xlsx: "an Excel workbook",
  xls: "an old Excel workbook",
  pdf: "a PDF",
  ofx: "an OFX file",
  qif: "a QIF file",
  camt: "a CAMT file (ISO 20022)",
  mt940: "an MT940 file",
  vcard: "a vCard file",
  html: "a web page",
  json: "a JSON file",
} as const;
export type ForeignFormat = keyof typeof foreignFormats;

const texts: [ForeignFormat, RegExp][] = [
  ["pdf", /^%PDF-/],
  ["ofx", /^OFXHEADER[:=]|<\?OFX\b|<OFX>/i],
  ["qif", /^!(?:Type|Account|Option|Clear)[:^]/im],
  ["camt", /<BkToCstmr|urn:iso:std:iso:20022:tech:xsd:camt\.05/],
  ["mt940", /^(?:\{1:[A-Z0-9]+\}|:20:)[\s\S]*^:(?:25|28C|60[FM]):/m],
  ["vcard", /^BEGIN:VCARD/i],
  ["html", /^(?:<!doctype html|<html|<table)\b/i],
  ["json", /^(?:\{\s*"|\[\s*\{)/],
];

/** @param text of the same bytes, undefined for a binary file. */
export function findForeignFormat(source: Uint8Array | string, text: string | undefined): ForeignFormat | undefined {
  if (typeof source !== "string" && isZip(source)) return "xlsx";
  if (typeof source !== "string" && source[0] === 0xd0 && source[1] === 0xcf) return "xls";
  const start = (text ?? "").slice(0, 4000).trimStart();
  return texts.find(([, pattern]) => pattern.test(start))?.[0];
}

/** Every workbook since 2007 is a ZIP. */
export const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
