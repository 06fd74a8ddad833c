import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { asFirstDrawn } from "#tests/support/first-drawing.ts";
import { expectWordsInPoppler, readPdf } from "#tests/support/read-pdf.ts";
import { readTags } from "#tests/support/read-tags.ts";
import { isTransliterated, joinArabic } from "./letters.ts";
import { type TextLine, type TextTable, textDocument } from "./text-document.ts";

const builtRoot = join(process.cwd(), "dist");
const line = (style: TextLine["style"], text: string): TextLine => ({ style, runs: [{ text, is_bold: false }] });

const draw = (lines: readonly (TextLine | TextTable)[], foot = "Alder Analytics") =>
  textDocument(
    {
      title: "Certificate of beneficial ownership",
      author: "Kindling",
      createdAt: new Date("2027-02-03T12:00:00Z"),
      lines,
      foot,
    },
    builtRoot,
  );

const certificateOf = (name: string) =>
  draw(
    [
      line("title", "Certificate of beneficial ownership"),
      line("paragraph", `Harbour Nominees Ltd holds 10 shares for ${name}. They belong to ${name} alone.`),
      {
        columns: [
          { title: "What", share: 2 },
          { title: "As recorded", share: 4 },
        ],
        rows: [["Beneficial owner", name]],
      },
    ],
    `Statement for ${name}`,
  );

describe("The name of a person", () => {
  it.for([
    ["Chinese", "王小明"],
    ["Japanese", "田中さくら"],
    ["Korean", "김민준"],
    ["Korean, typed on a Mac", "김민준".normalize("NFD")],
    ["Arabic", "محمد بن سلمان"],
    ["Persian", "کیان پژمان"],
    ["Hebrew", "שרה כהן"],
    ["Thai", "ประเสริฐ ฟ้าใส"],
    ["Vietnamese", "Nguyễn Thị Minh Khai"],
    ["Greek", "Παπαδόπουλος"],
    ["Cyrillic", "Ёлкин"],
    ["Polish", "Łukasz Żółć"],
  ] as const)("A person's name is drawn in its own letters and read back: %s", async ([, name], context) => {
    const file = await certificateOf(name);
    const { text } = await readPdf(file);
    expect(text.split(name.normalize("NFC"))).toHaveLength(5);
    expect(text).not.toContain("?");
    expect(await isTransliterated(name, builtRoot)).toBe(false);
    await expectWordsInPoppler(context, file, name.normalize("NFC"), 4);
  });

  it("A name in Arabic is joined, lam and alef to one sign", async (context) => {
    expect(joinArabic("علاء")).toBe("\ufecb\ufefc\ufe80");
    expect(joinArabic("محمّد")).toBe("\ufee3\ufea4\ufee4\u0651\ufeaa");
    expect(joinArabic("دار Rosa")).toBe("\ufea9\ufe8d\ufead Rosa");
    await expectWordsInPoppler(context, await certificateOf("علاء"), "علاء", 4);
  });

  it.each([
    ["an emoji", "Rosa 🌱 Vale", "Rosa :seedling: Vale"],
    ["an emoji of several", "Rosa 👩🏽‍💻", "Rosa :woman::computer:"],
    ["a rare letter", "𠮷野家", "Kichi野家"],
    ["Georgian", "ლიზა", "liza"],
    ["Devanagari", "राज", "raj"],
    ["a sign without a name", "Rosa 𒀀", "Rosa [U+12000]"],
  ])(
    "A name is drawn in Latin letters where there is no font, and read back as typed: %s",
    async (_what, name, shown) => {
      const file = await certificateOf(name);
      expect(await isTransliterated(name, builtRoot)).toBe(true);
      const { text } = await readPdf(file);
      expect(text).not.toContain("?");
      expect(text.replaceAll(" ", "")).toContain(`sharesfor${name.replaceAll(" ", "")}.`);
      const { PDF } = await import("@libpdf/core");
      const drawn = (await PDF.load(file)).extractText().map((page) => page.text);
      expect(drawn.join(" ").replaceAll(/\s+/g, "")).toContain(`sharesfor${shown.replaceAll(" ", "")}.`);
    },
  );
});

describe("The structure of a document", () => {
  const rows = Array.from({ length: 60 }, (_, index) => [`Line ${index + 1}`, "£1.24"]);
  const document = () =>
    draw([
      line("title", "Ledger"),
      line("paragraph", "Every entry up to completion. ".repeat(12)),
      line("heading", "Entries of محمد and 王小明"),
      {
        columns: [
          { title: "What", share: 2 },
          { title: "Amount", share: 1, align: "right" },
        ],
        rows,
      },
      line("heading", "Signed by 🌱"),
      line("item", "An item"),
    ]);

  it("A document has a title that is shown, a language, and a place for all that is drawn", async () => {
    const { elements, ...tagged } = await readTags(await document());
    expect(tagged).toEqual({
      title: "Certificate of beneficial ownership",
      language: "en-GB",
      showsTitle: true,
      isMarked: true,
      untagged: "",
      unmatched: [],
    });
    expect(elements.length).toBeGreaterThan(rows.length * 2);
  });

  it("A document has headings in order, and a table with its head once, over all pages", async () => {
    const { elements } = await readTags(await document());
    const paths = elements.map(({ path }) => path);
    expect(paths.filter((path) => /H\d$/.test(path))).toEqual(["Document H1", "Document H2", "Document H2"]);
    expect(elements.filter(({ path }) => path === "Document Table TR TH").map(({ text }) => text)).toEqual([
      "What",
      "Amount",
    ]);
    const cells = elements.filter(({ path }) => path === "Document Table TR TD").map(({ text }) => text);
    expect(cells).toEqual(rows.flat());
    expect(paths.at(-1)).toBe("Document P");
  });

  it("A structure counts as none where the names of marks lack their slash", async () => {
    const { unmatched, untagged } = await readTags(await asFirstDrawn(await document()));
    expect(unmatched.length).toBeGreaterThan(rows.length);
    expect(untagged).toContain("Ledger");
  });
});

it("A heading and a table's head go to the page of the first row, and the last row never goes to a page alone", async () => {
  for (let before = 17; before <= 28; before++) {
    const { lines } = await readPdf(
      await draw(
        [
          ...Array.from({ length: before }, () => line("paragraph", "Short.")),
          line("heading", "Limits"),
          line("paragraph", "Of each year."),
          { columns: [{ title: "Scheme", share: 1 }], rows: [["First"], ["Second"], ["Together"]] },
        ],
        "Foot",
      ),
    );
    const pages = lines.join(" ").split(/Foot · Page \d of \d/);
    const pageOf = (word: string) => pages.findIndex((text) => text.includes(word));
    expect([pageOf("Limits"), pageOf("Scheme")]).toEqual([pageOf("First"), pageOf("First")]);
    expect(pageOf("Together")).toBe(pageOf("Second"));
  }
});

it("A foot with a hash and the number of the page is one row on each page", async () => {
  const foot = `SHA-256 of the page as signed: ${"0123456789abcdef".repeat(4)}`;
  const paragraphs = Array.from({ length: 400 }, () => line("paragraph", "Short."));
  const { pageCount, lines } = await readPdf(await draw(paragraphs, foot));
  expect(pageCount).toBeGreaterThan(9);
  expect(lines.filter((row) => row.startsWith("SHA-256"))).toEqual(
    Array.from({ length: pageCount }, (_, index) => `${foot} · Page ${index + 1} of ${pageCount}`),
  );
});

it("A foot longer than a row of the smallest letters goes on in another row, inside the margins and complete", async () => {
  const foot = `SHA-256 of both pages as signed: ${"0123456789abcdef ".repeat(8)}`.trim();
  const { text } = await readPdf(await draw([line("paragraph", "Short.")], foot));
  expect(text.replaceAll(/\s+/g, "")).toContain(`${foot} · Page 1 of 1`.replaceAll(" ", ""));
});
