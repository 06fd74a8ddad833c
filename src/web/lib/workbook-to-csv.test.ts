import { strToU8, zipSync } from "fflate";
import { expect, it } from "vitest";
import { readTableFile } from "./read-table-file.ts";
import { workbookToCsv } from "./workbook-to-csv.ts";

const sheet = (rows: string) =>
  `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`;
const text = (cell: string, value: string) => `<c r="${cell}" t="inlineStr"><is><t>${value}</t></is></c>`;
const filled = sheet(
  `<row r="1">${text("A1", "Email")}${text("B1", "Joined")}${text("C1", "Sum")}</row>` +
    `<row r="2">${text("A2", "rosa@vale.example")}<c r="B2" s="1"><v>46048</v></c><c r="C2"><v>12.299999999999999</v></c></row>` +
    `<row r="4">${text("A4", "Reed, Tom")}<c r="B4" s="1"><v>46048.75</v></c><c r="C4"><v>1000</v></c></row>`,
);

/** A workbook of sheets, with whatever else somebody put into it. */
function workbookOf(sheets: readonly string[], others: Record<string, string> = {}): Uint8Array {
  const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  const list = sheets.map((_, place) => `<sheet name="S${place}" sheetId="${place + 1}" r:id="r${place}"/>`).join("");
  const links = sheets
    .map(
      (_, place) =>
        `<Relationship Id="r${place}" Type="${relations}/worksheet" Target="worksheets/sheet${place + 1}.xml"/>`,
    )
    .join("");
  const parts: Record<string, string> = {
    "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    "_rels/.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${list}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${links}<Relationship Id="s" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    "xl/styles.xml": `<styleSheet xmlns="${main}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    ...Object.fromEntries(sheets.map((one, place) => [`xl/worksheets/sheet${place + 1}.xml`, one])),
    ...others,
  };
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, strToU8(part)])));
}

const expected = 'Email,Joined,Sum\nrosa@vale.example,2026-01-26,12.3\n,,\n"Reed, Tom",2026-01-26 18:00:00,1000';

it("reads the first sheet that has text, with days and numbers as they are shown", async () => {
  expect(await workbookToCsv(workbookOf([sheet(""), filled]))).toBe(expected);
});

it("reads neither macros nor other parts", async () => {
  expect(await workbookToCsv(workbookOf([filled], { "xl/vbaProject.bin": "macro", "xl/media/a.png": "x" }))).toBe(
    expected,
  );
});

it("becomes a CSV file of the same name", async () => {
  const file = await readTableFile(new File([workbookOf([filled]) as BlobPart], "Members.XLSX"));
  expect([file.name, file.type, await file.text()]).toEqual(["Members.csv", "text/csv", expected]);
});

it.each([
  ["without text", workbookOf([sheet("")]), "No sheet of this workbook has text."],
  [
    "that is broken",
    workbookOf([filled]).slice(0, 400),
    "This workbook cannot be read. Please save it as CSV and choose that file.",
  ],
  [
    "that is another ZIP file",
    zipSync({ "a.txt": strToU8("x") }),
    "This workbook cannot be read. Please save it as CSV and choose that file.",
  ],
  [
    "that unpacks to more than 40 MB",
    workbookOf([filled], { "xl/worksheets/sheet9.xml": " ".repeat(41 * 1024 * 1024) }),
    "This file is too large. Please choose one of at most 2 MB.",
  ],
])("refuses a workbook %s", async (_name, bytes, message) => {
  await expect(workbookToCsv(bytes)).rejects.toThrow(message);
});
