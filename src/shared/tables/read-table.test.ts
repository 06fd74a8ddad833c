import { describe, expect, it } from "vitest";
import { readTable, TableError } from "./read-table.ts";
import { matchColumns, plainTitle, readMatch, writeMatch } from "./titles.ts";

const specs = [
  { name: "email", label: "Email", titles: ["email", "email address"] },
  { name: "name", label: "Name", titles: ["name", "full name"] },
  { name: "sum", label: "Sum", titles: ["sum", "amount"] },
];
const limits = { bytes: 10_000, rows: 100 };
const read = (source: string | Uint8Array) => readTable(source, specs, limits);
const text = "Name;Email;Sum\r\nZoë Vale;zoe@vale.example;1,50\r\n";
const utf16 = (given: string, isBig = false) =>
  new Uint8Array(Buffer.from(given, "utf16le")).map((_, place, all) => all[isBig ? place ^ 1 : place] ?? 0);

function problemOf(source: string | Uint8Array) {
  try {
    read(source);
  } catch (error) {
    if (error instanceof TableError) return error.problem;
    throw error;
  }
  return undefined;
}

describe("A table", () => {
  it.each([
    ["UTF-8", new TextEncoder().encode(text)],
    ["UTF-8 with a mark", new TextEncoder().encode(`\uFEFF${text}`)],
    ["UTF-16 with a mark", utf16(`\uFEFF${text}`)],
    ["big-endian UTF-16 with a mark", utf16(`\uFEFF${text}`, true)],
    ["UTF-16 without a mark", utf16(text)],
    ["big-endian UTF-16 without a mark", utf16(text, true)],
    ["Windows-1252", new Uint8Array(Buffer.from(text, "latin1"))],
  ])("A table is read in %s", (_encoding, bytes) => {
    expect(read(bytes)).toEqual({
      titles: ["Name", "Email", "Sum"],
      hasHeader: true,
      above: [],
      rows: [{ line: 2, cells: ["Zoë Vale", "zoe@vale.example", "1,50"] }],
    });
  });

  it.each([
    ["commas", "Name,Email,Sum\nVale,v@vale.example,5"],
    ["semicolons, with decimal commas", "Name;Email;Sum\nVale;v@vale.example;5,00\nReed;r@reed.example;6,00"],
    ["tabs", "Name\tEmail\tSum\nVale, R\tv@vale.example\t5"],
    ["bars", "Name|Email|Sum\nVale|v@vale.example|5"],
    [
      "semicolons, with a comma in each name",
      "Name;Email;Sum\nVale, Rosa, Ms;v@vale.example;5\nReed, Tom, Mr;t@x.example;6",
    ],
    ["Excel's own first line", "sep=|\nName|Email|Sum\nVale, R|v@vale.example|5"],
    ["Excel's own first line in quotation marks", '"sep=;"\nName;Email;Sum\nVale;v@vale.example;5'],
  ])("A table is read with %s", (_name, given) => {
    const { titles, rows } = read(given);
    expect(titles).toEqual(["Name", "Email", "Sum"]);
    expect(rows[0]?.cells).toHaveLength(3);
    expect(rows[0]?.cells[1]).toBe("v@vale.example");
  });

  it("Row numbers count the file's lines, with Excel's first line, blank ones and those within quotation marks", () => {
    const given = 'sep=,\n\nName,Email,Sum\n"Vale\nRosa",v@vale.example,5\n,,\nReed,r@reed.example,6';
    expect(read(given).rows.map(({ line }) => line)).toEqual([4, 7]);
  });

  it("A table can have lines above its header", () => {
    const given =
      '"Account:","****1234"\n"Balance:","£5.00"\n\n"Sum","Name","Email","Left"\n"5","Vale","v@vale.example",""';
    const { titles, above, rows } = read(given);
    expect([titles, above.length, rows.length]).toEqual([["Sum", "Name", "Email", "Left"], 2, 1]);
  });

  it.each([
    [
      "with titles that nobody knows",
      "Wer;Wann;Was\nVale;2027-01-05;5,00\nReed;2027-01-06;6,00",
      ["Wer", "Wann", "Was"],
    ],
    ["without a header", "05/01/2027,Vale,5.00\n06/01/2027,Reed,6.00", ["Column 1", "Column 2", "Column 3"]],
    ["of addresses without a header", "Vale,v@vale.example\nReed,r@reed.example", ["Column 1", "Column 2"]],
    ["without a header, of one line", "Vale,Rosa", ["Column 1", "Column 2"]],
  ])("A table %s is matched by a person", (_name, given, titles) => {
    const table = read(given);
    expect(table.titles).toEqual(titles);
    expect(table.rows).toHaveLength(given.split("\n").length - (table.hasHeader ? 1 : 0));
  });

  it("Cells are read without what spreadsheets and web pages put around them", () => {
    const given = `Name,Email,Sum\n'Vale,\u200Ev@vale.example\u200B,"=""0012"""\n't Hooft,'x@vale.example,'=1+1`;
    expect(read(given).rows.map(({ cells }) => cells)).toEqual([
      ["Vale", "v@vale.example", "0012"],
      ["'t Hooft", "x@vale.example", "=1+1"],
    ]);
  });
});

describe("A file that is not read as a table", () => {
  it.each([
    ["a workbook", new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]), "xlsx"],
    ["an old workbook", new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0, 0]), "xls"],
    ["a PDF", "%PDF-1.7\n1 0 obj", "pdf"],
    ["OFX", "OFXHEADER:100\nDATA:OFXSGML\n\n<OFX>", "ofx"],
    ["OFX in XML", '<?xml version="1.0"?>\n<?OFX OFXHEADER="200"?><OFX>', "ofx"],
    ["QIF", "!Type:Bank\nD05/01/2027\nT5.00\n^", "qif"],
    ["CAMT.053", '<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02">', "camt"],
    ["MT940", ":20:1234\n:25:12345678\n:28C:1/1\n:60F:C270105GBP5,00", "mt940"],
    ["MT940 with its envelope", "{1:F01BANKGB2LXXXX}{2:I940}{4:\n:20:1\n:25:1\n", "mt940"],
    ["a vCard", "BEGIN:VCARD\nVERSION:3.0", "vcard"],
    ["a web page", "<!DOCTYPE html><table>", "html"],
    ["JSON", '[ {"a": 1} ]', "json"],
  ])("No table is read from %s, and the refusal names the format", (_name, source, format) => {
    expect(problemOf(source)).toEqual({ code: "other_format", format });
  });

  it.each([
    ["a picture", new Uint8Array([0x89, 0x50, 0, 0, 1]), { code: "not_text" }],
    ["nothing", "\n\n", { code: "no_text" }],
    ["a file that is too large", "x".repeat(10_001), { code: "too_large" }],
    ["too many lines", `Name,Email\n${"a,a@b.example\n".repeat(101)}`, { code: "too_many_rows" }],
    ["a quotation mark that is open", 'Name,Email\nb,c\n"a,a@b.example', { code: "open_quote", line: 3 }],
  ])("No table is read from %s", (_name, source, problem) => {
    expect(problemOf(source)).toEqual(problem);
  });
});

describe("Titles", () => {
  it.each(["Email", "E-mail", "e_mail", "EMAIL", " e-Mail: "])("The title %j is email", (title) => {
    expect(plainTitle(title)).toBe("email");
  });
  it("Each title matches one column at most, the likeliest first", () => {
    expect(matchColumns(["Email address", "EMAIL", "fullName", "Amount (£)"], specs)).toEqual({
      email: 1,
      name: 2,
      sum: 3,
    });
  });
  it("Titles that are there twice match no column, so that none is taken by guess", () => {
    expect(matchColumns(["Email", "Amount", "Name", "Amount"], specs)).toEqual({ email: 0, name: 2 });
  });
  it("Titles that a person matched are written into an address and read again, without unknown names", () => {
    const match = { email: 3, name: 0 };
    expect(writeMatch(match)).toBe("email:3,name:0");
    expect(readMatch("email:3,name:0,other:7,__proto__:1", specs)).toEqual(match);
  });
});
