import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { pdfOf, pngOf, workbookOf } from "#tests/support/room-files.ts";
import { createDocumentChecker } from "./document-checker.ts";
import type { DrawnPage } from "./run-document-worker.ts";

const workbookType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** The pages that are drawn, or why the file is refused. */
async function check(content: Uint8Array, media_type = "application/pdf") {
  const pages: DrawnPage[] = [];
  const keep = async (page: DrawnPage) => void pages.push(page);
  try {
    await createDocumentChecker().check({ media_type, read: () => [content] }, keep);
    return pages;
  } catch (error) {
    return (error as Error).message;
  }
}

/** A PDF of these objects, the first of which is its catalogue. */
function pdfFrom(objects: readonly string[], trailer = ""): Buffer {
  const parts = [Buffer.from("%PDF-1.7\n")];
  const offsets: number[] = [];
  for (const [index, object] of objects.entries()) {
    offsets.push(Buffer.concat(parts).length);
    parts.push(Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from("\nendobj\n"));
  }
  const start = Buffer.concat(parts).length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  parts.push(Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${rows}`));
  parts.push(Buffer.from(`trailer\n<< /Size ${size} /Root 1 0 R ${trailer}>>\nstartxref\n${start}\n%%EOF\n`));
  return Buffer.concat(parts);
}

const pages = (mediaBox: string) => [
  "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
  `<< /Type /Page /Parent 2 0 R /MediaBox [${mediaBox}] >>`,
];

describe("A PDF", () => {
  it("is drawn page by page, 1,600 pixels high, with its text", async () => {
    const drawn = await check(await pdfOf(2));
    expect(drawn).toMatchObject([1, 2].map(() => ({ width: 1131, height: 1600 })));
    const [first] = drawn as DrawnPage[];
    expect(first?.text).toMatch(/^Line 1 of the deck\nLine 2 of the deck\n/);
    const { data } = await sharp(first?.content).greyscale().raw().toBuffer({ resolveWithObject: true });
    expect([data[0], data.some((value) => value < 60)]).toEqual([255, true]);
  });

  it("runs none of its scripts, and follows none of its links", async () => {
    const script = "app.alert('seen'); while (true) {} this.submitForm('http://127.0.0.1:9/');";
    const catalogue = `<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (${script.replaceAll(/[()]/g, "\\$&")}) >> >>`;
    const drawn = await check(pdfFrom([catalogue, ...pages("0 0 200 100")]));
    expect(drawn).toMatchObject([{ width: 1600, height: 800, text: "" }]);
  });

  it.each([
    ["cut off", async () => Buffer.from(await pdfOf(1)).subarray(0, 1500)],
    ["a signature and nothing else", async () => Buffer.from("%PDF-1.7\n")],
    [
      "without a page",
      async () => pdfFrom(["<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [] /Count 0 >>"]),
    ],
    ["another kind of file", () => pngOf(10, 10)],
  ])("that is %s is unreadable", async (_what, content) => {
    expect(await check(await content())).toBe("unreadable");
  });

  it("with a password is locked", async () => {
    const key = "<28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A>";
    const encrypt = `/Encrypt << /Filter /Standard /V 1 /R 2 /O ${key} /U ${key} /P -4 >> /ID [<00> <00>] `;
    const file = pdfFrom(["<< /Type /Catalog /Pages 2 0 R >>", ...pages("0 0 200 100")], encrypt);
    expect(await check(file)).toBe("locked");
  });

  it("of more than 300 pages is not taken", async () => {
    const kids = Array.from({ length: 301 }, (_, index) => `${index + 3} 0 R`).join(" ");
    const page = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 10 10] >>";
    const objects = ["<< /Type /Catalog /Pages 2 0 R >>", `<< /Type /Pages /Kids [${kids}] /Count 301 >>`];
    expect(await check(pdfFrom([...objects, ...Array(301).fill(page)]))).toBe("too_many_pages");
  });

  it.each(["0 0 14401 14401", "0 0 2000 99"])("with a page of %s points is not taken", async (mediaBox) => {
    const file = pdfFrom(["<< /Type /Catalog /Pages 2 0 R >>", ...pages(mediaBox)]);
    expect(await check(file)).toBe("too_large_a_page");
  });
});

describe("A picture", () => {
  it("keeps its size up to 1,600 pixels, on white", async () => {
    expect(await check(await pngOf(40, 30), "image/png")).toMatchObject([{ width: 40, height: 30, text: "" }]);
    const clear = await sharp({
      create: { width: 9, height: 9, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer();
    const [page] = (await check(clear, "image/png")) as DrawnPage[];
    expect([...(await sharp(page?.content).raw().toBuffer()).subarray(0, 3)]).toEqual([255, 255, 255]);
  });

  it("of more than 64 megapixels is too large, and another kind of file unreadable", async () => {
    const png = await pngOf(10, 10);
    // The header alone says its size.
    png.writeUInt32BE(9000, 16);
    png.writeUInt32BE(9000, 20);
    expect(await check(png, "image/png")).toBe("too_large_a_page");
    expect(await check(Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), "image/png")).toBe("unreadable");
  });
});

describe("A workbook", () => {
  it("has no pages", async () => {
    expect(await check(await workbookOf(), workbookType)).toEqual([]);
  });

  it.each([
    ["a macro project", { "xl/vbaProject.bin": "x" }],
    ["a macro sheet", { "xl/macrosheets/sheet1.xml": "<xm/>" }],
    ["a type that has macros", { "[Content_Types].xml": "application/vnd.ms-excel.sheet.macroEnabled.main+xml" }],
  ])("with %s is not taken", async (_what, parts) => {
    expect(await check(await workbookOf(parts), workbookType)).toBe("macros");
  });

  it.each([
    ["another archive", async () => (await workbookOf()).subarray(0, 200)],
    ["one that unpacks to 300 MiB", () => workbookOf({ "xl/worksheets/sheet1.xml": Buffer.alloc(300 * 1024 * 1024) })],
  ])("that is %s is unreadable", async (_what, content) => {
    expect(await check(await content(), workbookType)).toBe("unreadable");
  });

  it("whose parts say less than they hold is unreadable", async () => {
    const file = await workbookOf({ "xl/worksheets/sheet1.xml": Buffer.alloc(1_000_000) });
    const size = Buffer.alloc(4);
    size.writeUInt32LE(1_000_000);
    for (let at = file.indexOf(size); at !== -1; at = file.indexOf(size, at + 1)) file.writeUInt32LE(10, at);
    expect(await check(file, workbookType)).toBe("unreadable");
  });
});
