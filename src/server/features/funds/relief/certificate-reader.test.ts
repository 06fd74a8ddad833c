import { describe, expect, it } from "vitest";
import { halfReadablePdf, lockedPdf } from "#tests/support/raw-pdf.ts";
import { certificateOf, pdfOfRows } from "#tests/support/relief-certificates.ts";
import { scannedPdf, zipOf } from "#tests/support/room-files.ts";
import { createCertificateReader } from "./certificate-reader.ts";
import { readCertificate } from "./read-certificate.ts";

/** File names with what is read of each or why it is left out, or why the upload is refused. */
async function read(file: Buffer) {
  const found: unknown[] = [];
  try {
    await createCertificateReader().read(file, {
      keep: async ({ file_name, text, content }) => {
        expect(content.subarray(0, 5).toString()).toBe("%PDF-");
        found.push([file_name, readCertificate(text)]);
      },
      leaveOut: ({ file_name, reason }) => void found.push([file_name, reason]),
    });
    return found;
  } catch (error) {
    return (error as Error).message;
  }
}

const jonas = { name: "Jonas Weber", shares: 6879, amount_pence: 852_996 };
const read852996 = {
  ...jonas,
  issued_on: "2027-02-02",
  uir: "Z1234 567",
  companies: ["Alder Analytics Ltd"],
  company_numbers: [],
  scheme: null,
};
const nothing = {
  name: null,
  shares: null,
  amount_pence: null,
  issued_on: null,
  uir: null,
  companies: [],
  company_numbers: [],
  scheme: null,
};

const pdf = Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(1_000_000)]);

/** A ZIP of that file which says that it unpacks to so many bytes. */
function sized(zip: Buffer, bytes: number): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(pdf.length);
  for (let at = zip.indexOf(size); at !== -1; at = zip.indexOf(size, at + 1)) zip.writeUInt32LE(bytes, at);
  return zip;
}

/** Marks each file of the ZIP as encrypted. */
function encrypted(zip: Buffer): Buffer {
  for (const [signature, flags] of [
    ["PK\u0003\u0004", 6],
    ["PK\u0001\u0002", 8],
  ] as const) {
    const at = zip.indexOf(signature, 0, "latin1");
    zip.writeUInt16LE(zip.readUInt16LE(at + flags) | 1, at + flags);
  }
  return zip;
}

describe("An upload", () => {
  it.each([
    ["is damaged", "unreadable", async () => (await certificateOf(jonas)).subarray(0, 300)],
    ["is locked with a password", "locked", async () => lockedPdf],
  ])("An upload of one PDF that %s is left out as %s", async (_what, reason, make) => {
    expect(await read(await make())).toEqual([[null, reason]]);
  });
  it("An upload of one PDF is read", async () => {
    expect(await read(await certificateOf(jonas))).toEqual([[null, read852996]]);
  });
  it("An upload of a ZIP is read file by file, also behind files that are left out", async () => {
    const file = await zipOf({
      "0 readme.txt": "Certificates of 2027",
      "1 broken.pdf": (await certificateOf(jonas)).subarray(0, 300),
      "1 locked.pdf": lockedPdf,
      "1 half/a page.pdf": halfReadablePdf,
      "2 scanned.pdf": await scannedPdf(),
      "3 Jonas.PDF": await certificateOf(jonas),
      "4 other words.pdf": await pdfOfRows([
        ["Investor’s full name", "Jonas Weber"],
        ["Date on which the shares were issued", "02/02/2027"],
        ["Subscription amount", "8,529.96"],
        ["Shares issued", "6879"],
        ["UIR", "Z1234 567"],
      ]),
    });
    expect(await read(file)).toEqual([
      ["0 readme.txt", "not_pdf"],
      ["1 broken.pdf", "unreadable"],
      ["1 locked.pdf", "locked"],
      ["1 half - a page.pdf", "unreadable"],
      ["2 scanned.pdf", nothing],
      ["3 Jonas.PDF", read852996],
      ["4 other words.pdf", read852996],
    ]);
  }, 60_000);
  it("A ZIP made on a Mac or on Windows is read with its folders, without what the systems add", async () => {
    const file = await zipOf({
      "SEIS3/": "",
      "SEIS3/Jonas.pdf": await certificateOf(jonas),
      "SEIS3/.DS_Store": "x",
      "SEIS3/Thumbs.db": "x",
      "SEIS3/desktop.ini": "x",
      "__MACOSX/SEIS3/._Jonas.pdf": "x",
    });
    const windows = await zipOf({ "SEIS3~Jonas.pdf": await certificateOf(jonas) });
    for (let at = windows.indexOf("SEIS3~"); at !== -1; at = windows.indexOf("SEIS3~", at))
      windows.write("\\", at + "SEIS3".length, "latin1");
    for (const zip of [file, windows]) expect(await read(zip)).toEqual([["SEIS3 - Jonas.pdf", read852996]]);
  });
  it("An upload of a form is read with the values of its fields", async () => {
    const { PDF } = await import("@libpdf/core");
    const pdf = PDF.create();
    const page = pdf.addPage({ width: 595, height: 842 });
    const form = pdf.getOrCreateForm();
    const fields = [
      ["Name of the investor", "Jonas Weber"],
      ["Number of shares issued", "6,879"],
      ["Amount subscribed for the shares", "£8,529.96"],
      ["Date of issue of the shares", "2 February 2027"],
      ["Unique investment reference", "Z1234 567"],
    ] as const;
    for (const [index, [label, value]] of fields.entries()) {
      const y = 760 - index * 40;
      page.drawText(label, { x: 60, y, size: 11 });
      const field = form.createTextField(`field${index}`);
      page.drawField(field, { x: 280, y: y - 6, width: 220, height: 20 });
      field.setValue(value);
    }
    expect(await read(Buffer.from(await pdf.save()))).toEqual([[null, { ...read852996, companies: [] }]]);
  });
  it.each<[string, string, () => Promise<Buffer> | Buffer]>([
    ["with nothing but what systems add", "not_pdf", () => zipOf({ "__MACOSX/._a.pdf": "x", "Thumbs.db": "x" })],
    ["locked with a password", "locked", async () => encrypted(await zipOf({ "a.pdf": "%PDF-1.7\n" }))],
    ["with nothing in it", "not_pdf", () => zipOf({})],
    ["that unpacks to 300 MiB", "too_large", async () => sized(await zipOf({ "a.pdf": pdf }), 300 * 1024 * 1024)],
    [
      "of 501 files",
      "too_many",
      () => zipOf(Object.fromEntries(Array.from({ length: 501 }, (_, index) => [`${index}.pdf`, "%PDF-1.7\n"]))),
    ],
    ["that is cut off", "unreadable", async () => (await zipOf({ "a.pdf": "%PDF-1.7\n" })).subarray(0, 60)],
  ])("An upload of a ZIP %s is refused as %s", async (_what, refusal, make) => {
    expect(await read(await make())).toBe(refusal);
  });
  it("A ZIP whose directory says less than its files hold is refused", async () => {
    const file = sized(await zipOf({ "a.pdf": pdf }), 10);
    expect(await read(file)).toBe("unreadable");
  });
  it("A reading ends when its reader is closed", async () => {
    const reader = createCertificateReader();
    const reading = reader.read(await certificateOf(jonas), { keep: async () => {}, leaveOut: () => {} });
    await reader.close();
    await expect(reading).rejects.toThrow("aborted");
  });
});
