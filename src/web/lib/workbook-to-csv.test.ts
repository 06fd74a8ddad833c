import { strToU8, zipSync } from "fflate";
import { expect, it } from "vitest";
import { describeLeftOut, openTable } from "./open-table.ts";
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
function workbookOf(
  sheets: readonly string[],
  others: Record<string, string> = {},
  states: readonly string[] = [],
): Uint8Array {
  const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  const list = sheets
    .map((_, place) => `<sheet name="S${place}" sheetId="${place + 1}" ${states[place] ?? ""} r:id="r${place}"/>`)
    .join("");
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

const specs = [{ name: "email", label: "Email", titles: ["email"] }];

it("The first sheet that has text is read, with days and numbers as they are shown", async () => {
  expect(await workbookToCsv(workbookOf([sheet(""), filled]), specs)).toEqual({ csv: expected, otherSheets: [] });
});

it.each([
  ["[$€-2] #,##0.00", "€ 12.5"],
  ["#,##0.00\\ [$€-407]", "€ 12.5"],
  ["[$USD] #,##0.00", "USD 12.5"],
  ["&quot;$&quot;#,##0.00", "$ 12.5"],
  ["&quot;kr&quot; 0.00", "kr 12.5"],
  ["#,##0.00 _€", "12.5"],
  ["&quot;£&quot;#,##0.00;[Red]-&quot;£&quot;#,##0.00", "12.5"],
  ["[$£-809]#,##0.00", "12.5"],
  ["[$-809]0.00", "12.5"],
  ["0.00 &quot;shares&quot;", "12.5"],
])("A number of the format %s is read as %s, so that no other currency is read as pounds", async (format, shown) => {
  const styles = `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="1"><numFmt numFmtId="164" formatCode="${format}"/></numFmts><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="164" applyNumberFormat="1"/></cellXfs></styleSheet>`;
  const cells = `<row r="1">${text("A1", "Email")}${text("B1", "Cost")}</row><row r="2"><c r="A2"><v>7</v></c><c r="B2" s="1"><f>5*2.5</f><v>12.5</v></c></row>`;
  const { csv } = await workbookToCsv(workbookOf([sheet(cells)], { "xl/styles.xml": styles }), specs);
  expect(csv).toBe(`Email,Cost\n7,${shown}`);
});

it("The sheet with most known titles is read, and the others that have text are listed", async () => {
  const notes = sheet(`<row r="1">${text("A1", "Notes of May")}</row>`);
  const workbook = workbookOf([notes, filled, sheet(""), filled]);
  expect(await workbookToCsv(workbook, specs)).toEqual({ csv: expected, otherSheets: ["S0", "S3"] });
});

it.each(['state="hidden"', 'state="veryHidden"'])("A sheet of %s is left out and listed", async (state) => {
  const gone = sheet(`<row r="1">${text("A1", "Email")}</row><row r="2">${text("A2", "gone@person.example")}</row>`);
  const workbook = workbookOf([gone, filled], {}, [state, 'state="visible"']);
  expect(await workbookToCsv(workbook, specs)).toEqual({ csv: expected, otherSheets: ["S0 (hidden)"] });
});

it("Sheets that are not read are listed where people look at the file", async () => {
  const { table, match } = await openTable(new File([workbookOf([filled, filled]) as BlobPart], "a.xlsx"), specs);
  expect(describeLeftOut(table, match)).toBe("A sheet that is not read: S1. Columns that are not read: Joined, Sum.");
});

it("Macros and other parts of a workbook are not read", async () => {
  const workbook = workbookOf([filled], { "xl/vbaProject.bin": "macro", "xl/media/a.png": "x" });
  expect(await workbookToCsv(workbook, specs)).toEqual({ csv: expected, otherSheets: [] });
});

it("A workbook becomes CSV with the name of its file", async () => {
  const { file } = await readTableFile(new File([workbookOf([filled]) as BlobPart], "Members.XLSX"), specs);
  expect([file.name, file.type, await file.text()]).toEqual(["Members.XLSX", "text/csv", expected]);
});

it.each([
  ["without text", workbookOf([sheet("")]), "No sheet of this workbook has text."],
  [
    "with text in hidden sheets alone",
    workbookOf([filled], {}, ['state="hidden"']),
    "Only hidden sheets of this workbook have text. Please show the sheet that you mean, save the workbook and choose it again.",
  ],
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
])("A workbook %s is refused", async (_name, bytes, message) => {
  await expect(workbookToCsv(bytes, specs)).rejects.toThrow(message);
});
