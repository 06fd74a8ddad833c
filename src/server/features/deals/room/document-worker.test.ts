import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { helvetica, lockedPdf, type Page, pdfFrom, pdfWith, streamOf } from "#tests/support/raw-pdf.ts";
import { pdfOf, pngOf, workbookOf } from "#tests/support/room-files.ts";
import { createDocumentChecker } from "./document-checker.ts";
import { type DrawnPage, runDocumentWorker, SlowDocument } from "./run-document-worker.ts";

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

const pages = (mediaBox: string) => [
  "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
  `<< /Type /Page /Parent 2 0 R /MediaBox [${mediaBox}] >>`,
];

describe("A PDF", () => {
  it("A PDF is drawn page by page, 1,600 pixels high, with its text", async () => {
    const drawn = await check(await pdfOf(2));
    expect(drawn).toMatchObject([1, 2].map(() => ({ width: 1131, height: 1600 })));
    const [first] = drawn as DrawnPage[];
    expect(first?.text).toMatch(/^Line 1 of the deck\nLine 2 of the deck\n/);
    const { data } = await sharp(first?.content).greyscale().raw().toBuffer({ resolveWithObject: true });
    expect([data[0], data.some((value) => value < 60)]).toEqual([255, true]);
  });

  it("A PDF runs none of its scripts, and follows none of its links", async () => {
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
  ])("A PDF that is %s is unreadable", async (_what, content) => {
    expect(await check(await content())).toBe("unreadable");
  });

  it("A PDF with a password is locked", async () => {
    expect(await check(lockedPdf)).toBe("locked");
  });

  it("A PDF of more than 300 pages is refused", async () => {
    const kids = Array.from({ length: 301 }, (_, index) => `${index + 3} 0 R`).join(" ");
    const page = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 10 10] >>";
    const objects = ["<< /Type /Catalog /Pages 2 0 R >>", `<< /Type /Pages /Kids [${kids}] /Count 301 >>`];
    expect(await check(pdfFrom([...objects, ...Array(301).fill(page)]))).toBe("too_many_pages");
  });

  it("A PDF with a page of more than 300 sheets is refused", async () => {
    const file = pdfFrom(["<< /Type /Catalog /Pages 2 0 R >>", ...pages("0 0 14000 20")]);
    expect(await check(file)).toBe("too_large_a_page");
  });

  // Design tools and browsers export longer pages than any printer has: ISO 32000-1 ends at 14,400 points.
  it.each<[string, [number, number][]]>([
    ["0 0 20000 20000", [[1600, 1600]]],
    [
      "0 0 4000 16000",
      [
        [1131, 1600],
        [1131, 1660],
        [1131, 1385],
      ],
    ],
  ])("A PDF with a page of %s points is drawn", async (mediaBox, sizes) => {
    const file = pdfFrom(["<< /Type /Catalog /Pages 2 0 R >>", ...pages(mediaBox)]);
    const drawn = (await check(file)) as DrawnPage[];
    expect(drawn.map(({ width, height }) => [width, height])).toEqual(sizes);
  });

  it("A PDF shows filled form fields, ticks and signatures, and is read with them beside their labels", async () => {
    const [page] = (await check(signedForm())) as DrawnPage[];
    expect(page?.text).toBe(
      [
        "Heads of terms: Tansy Ltd",
        "Pre-money valuation: GBP 2,400,000",
        "Advance assurance received: [ticked]",
        "Signed for the company: Digitally signed by Rosa Tansy",
      ].join("\n"),
    );
    // The page is 595 points wide and 1,600 pixels high.
    const scale = 1600 / 842;
    for (const [left, bottom, width, height] of [
      [260, 692, 220, 24],
      [260, 654, 16, 16],
      [260, 580, 220, 40],
    ] as const) {
      const area = { left, top: 842 - bottom - height, width, height };
      const pixels = Object.entries(area).map(([name, points]) => [name, Math.round(points * scale)]);
      const { data } = await sharp(page?.content)
        .extract(Object.fromEntries(pixels))
        .greyscale()
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect(Math.min(...data)).toBeLessThan(120);
    }
  });

  it("A PDF is read within its visible box alone", async () => {
    const content = "BT /F1 40 Tf 60 400 Td (Out of sight) Tj 640 0 Td (In sight) Tj ET";
    const file = pdfWith([
      {
        box: "/MediaBox [0 0 1190 842] /CropBox [595 0 1190 842]",
        content,
      },
    ]);
    expect(await check(file)).toMatchObject([{ text: "In sight" }]);
  });

  it("A PDF has an empty sheet in place of a page that cannot be read, which is listed as damaged", async () => {
    const [first, third] = ["one", "three"].map((word) => ({
      box: "/MediaBox [0 0 595 842]",
      content: `BT /F1 40 Tf 60 400 Td (Page ${word}) Tj ET`,
    }));
    const damaged = { box: "/MediaBox [0 0 600 800] /CropBox [600 800 1000 1000]", content: "" };
    const drawn = await check(pdfWith([first as Page, damaged, third as Page]));
    expect(drawn).toMatchObject([
      { text: "Page one", is_damaged: false },
      { text: "", is_damaged: true, width: 1131, height: 1600 },
      { text: "Page three", is_damaged: false },
    ]);
    expect(await check(pdfWith([damaged]))).toBe("unreadable");
  });

  it("A PDF page as long as a scroll is cut into sheets, each with its own text", async () => {
    const lines = [13_950, 7_000, 20].map((y) => `1 0 0 1 60 ${y} Tm (At ${y}) Tj`).join(" ");
    const page = { box: "/MediaBox [0 0 600 14000]", content: `BT /F1 30 Tf ${lines} ET` };
    const drawn = (await check(pdfWith([page]))) as DrawnPage[];
    // 848.5 points each.
    expect(drawn).toHaveLength(17);
    expect(drawn.flatMap(({ text }, index) => (text ? [[index, text]] : []))).toEqual([
      [0, "At 13950"],
      [8, "At 7000"],
      [16, "At 20"],
    ]);
    const widths = new Set(drawn.map(({ width }) => width));
    expect([...widths]).toEqual([1131]);
    expect(drawn.map(({ height }) => height).slice(0, 2)).toEqual([1600, 1660]);
  });

  it("A long PDF page turned on its side is cut along its length too", async () => {
    const content = "BT /F1 30 Tf 1 0 0 1 60 300 Tm (Left) Tj 1 0 0 1 5800 300 Tm (Right) Tj ET";
    for (const turn of ["", "/Rotate 90", "/Rotate 180"]) {
      const drawn = (await check(pdfWith([{ box: `/MediaBox [0 0 5900 600] ${turn}`, content }]))) as DrawnPage[];
      const read = drawn.flatMap(({ text }, index) => (text ? [[index, text]] : []));
      const [first, last] = turn.includes("180") ? ["Right", "Left"] : ["Left", "Right"];
      expect(read).toEqual([
        [0, first],
        [6, last],
      ]);
    }
  });

  it("A PDF with two million lines on a page is refused before it is drawn", async () => {
    const content = `0 0 m\n${"9 9 l\n".repeat(2_000_000)}S`;
    expect(await check(pdfWith([{ box: "/MediaBox [0 0 595 842]", content }]))).toBe("too_heavy_a_page");
    const apart = "0 0 m 9 9 l S\n".repeat(700_000);
    expect(await check(pdfWith([{ box: "/MediaBox [0 0 595 842]", content: apart }]))).toBe("too_heavy_a_page");
  });

  it("A PDF that takes long in its turn is put off, and has all the time later", async () => {
    const file = await pdfOf(2);
    const drawn = runDocumentWorker(file, "application/pdf", { signal: new AbortController().signal, seconds: 0.001 });
    await expect(drawn.next()).rejects.toThrow(SlowDocument);
  });
});

/** Three fields of which the page itself has the labels alone. */
function signedForm(): Buffer {
  const widget = (entries: string, rect: string, drawing: string) =>
    `<< /Type /Annot /Subtype /Widget ${entries} /Rect [${rect}] /F 4 /P 3 0 R /AP << /N ${drawing} >> >>`;
  const form = (size: string) =>
    `/Type /XObject /Subtype /Form /BBox [0 0 ${size}] /Resources << /Font << /F1 4 0 R >> >>`;
  return pdfFrom([
    "<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [5 0 R 6 0 R 7 0 R] /DR << /Font << /F1 4 0 R >> >> /SigFlags 3 >> >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 4 0 R >> >> /Contents 8 0 R /Annots [5 0 R 6 0 R 7 0 R] >>",
    helvetica,
    widget("/FT /Tx /T (valuation) /V (GBP 2,400,000) /DA (/F1 12 Tf 0 g)", "260 692 480 716", "9 0 R"),
    widget("/FT /Btn /T (assurance) /V /Yes /AS /Yes", "260 654 276 670", "<< /Yes 10 0 R >>"),
    widget("/FT /Sig /T (sig)", "260 580 480 620", "11 0 R"),
    streamOf(
      "BT /F1 18 Tf 60 760 Td (Heads of terms: Tansy Ltd) Tj ET BT /F1 12 Tf 60 700 Td (Pre-money valuation:) Tj 0 -40 Td (Advance assurance received:) Tj 0 -62 Td (Signed for the company:) Tj ET",
      "",
    ),
    streamOf("/Tx BMC q BT /F1 12 Tf 2 7 Td (GBP 2,400,000) Tj ET Q EMC", form("220 24")),
    streamOf("q 2 w 2 2 m 14 14 l 2 14 m 14 2 l S Q", form("16 16")),
    streamOf("q 1 1 218 38 re S BT /F1 12 Tf 6 16 Td (Digitally signed by Rosa Tansy) Tj ET Q", form("220 40")),
  ]);
}

describe("A picture", () => {
  it("A picture stays at its size up to 1,600 pixels, on white", async () => {
    expect(await check(await pngOf(40, 30), "image/png")).toMatchObject([{ width: 40, height: 30, text: "" }]);
    const clear = await sharp({
      create: { width: 9, height: 9, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer();
    const [page] = (await check(clear, "image/png")) as DrawnPage[];
    expect([...(await sharp(page?.content).raw().toBuffer()).subarray(0, 3)]).toEqual([255, 255, 255]);
  });

  it("A picture of more than 64 megapixels is too large, and another kind of file is unreadable", async () => {
    const png = await pngOf(10, 10);
    // The header alone says its size.
    png.writeUInt32BE(9000, 16);
    png.writeUInt32BE(9000, 20);
    expect(await check(png, "image/png")).toBe("too_large_a_page");
    expect(await check(Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), "image/png")).toBe("unreadable");
  });
});

const workbookPart = (type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml") =>
  `<Override PartName="/xl/workbook.xml" ContentType="${type}"/>`;
const typesOf = (types: string): Record<string, string> => ({ "[Content_Types].xml": `<Types>${types}</Types>` });

describe("A workbook", () => {
  it("A workbook has no pages", async () => {
    expect(await check(await workbookOf(), workbookType)).toEqual([]);
  });

  it.each([
    ["a macro project", { "xl/vbaProject.bin": "x" }],
    ["a macro sheet", { "xl/macrosheets/sheet1.xml": "<xm/>" }],
    ["a signed macro project", { "xl/VBAProjectSignature.bin": "x" }],
    ["a workbook type that has macros", typesOf(workbookPart("application/vnd.ms-excel.sheet.macroEnabled.main+xml"))],
    [
      "a macro project under another name",
      {
        ...typesOf(`${workbookPart()}<Default Extension='dat' ContentType='application/vnd.ms-office.vbaProject'/>`),
        "xl/notes.dat": "x",
      },
    ],
    [
      "a macro sheet under another name",
      {
        ...typesOf(
          `${workbookPart()}<Override ContentType="application/vnd.ms-excel.m&#97;crosheet+xml" PartName="/xl/worksheets/Sheet2.xml"/>`,
        ),
        "xl/worksheets/sheet2.xml": "<xm/>",
      },
    ],
    [
      "a link to a macro project",
      {
        "xl/_rels/workbook.xml.rels":
          '<Relationship Type="http://schemas.microsoft.com/office/2006/relationships/vbaProject" Target="a.bin"/>',
      },
    ],
  ])("A workbook with %s is refused", async (_what, parts) => {
    expect(await check(await workbookOf(parts), workbookType)).toBe("macros");
  });

  it.each([
    [
      "settings of a printer, as Excel for Windows saves them",
      {
        ...typesOf(
          `${workbookPart()}<Default Extension="bin" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.printerSettings"/>`,
        ),
        "xl/printerSettings/printerSettings1.bin": "x",
      },
    ],
    [
      "a type of macros that no part has, as SheetJS names it",
      typesOf(
        `${workbookPart()}<Default Extension="bin" ContentType="application/vnd.ms-excel.sheet.binary.macroEnabled.main"/>`,
      ),
    ],
    ["folders of its own", { "xl/worksheets/": "", "xl/worksheets/sheet1.xml": "<worksheet/>" }],
  ])("A workbook with %s is accepted", async (_what, parts) => {
    expect(await check(await workbookOf(parts), workbookType)).toEqual([]);
  });

  it.each([
    ["another archive", async () => (await workbookOf()).subarray(0, 200)],
    ["one that unpacks to 300 MiB", () => workbookOf({ "xl/worksheets/sheet1.xml": Buffer.alloc(300 * 1024 * 1024) })],
  ])("A workbook that is %s is unreadable", async (_what, content) => {
    expect(await check(await content(), workbookType)).toBe("unreadable");
  });

  it("A workbook whose parts say less than they hold is unreadable", async () => {
    const file = await workbookOf({ "xl/worksheets/sheet1.xml": Buffer.alloc(1_000_000) });
    const size = Buffer.alloc(4);
    size.writeUInt32LE(1_000_000);
    for (let at = file.indexOf(size); at !== -1; at = file.indexOf(size, at + 1)) file.writeUInt32LE(10, at);
    expect(await check(file, workbookType)).toBe("unreadable");
  });
});
