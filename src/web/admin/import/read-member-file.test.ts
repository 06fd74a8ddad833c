import { describe, expect, it } from "vitest";
import { parseImport } from "#shared/member-imports.ts";
import { decodeText, readMemberFile, toMemberLines } from "./read-member-file.ts";

const bytesOf = (...bytes: number[]) => new Uint8Array(bytes);
const utf16 = (text: string) => new Uint8Array(Buffer.from(`\uFEFF${text}`, "utf16le"));

describe("The text of a file", () => {
  it.each([
    ["UTF-8", new TextEncoder().encode("Zoë")],
    ["UTF-8 with a byte order mark", new TextEncoder().encode("\uFEFFZoë")],
    ["UTF-16, little end first", utf16("Zoë")],
    ["UTF-16, big end first", utf16("Zoë").map((_, index, all) => all[index ^ 1] ?? 0)],
    ["Windows-1252", bytesOf(0x5a, 0x6f, 0xeb)],
  ])("is read as %s", (_encoding, bytes) => {
    expect(decodeText(bytes)).toBe("Zoë");
  });
  it("is refused for a workbook, which is no text, and beyond 2 MB", async () => {
    const workbook = new File([bytesOf(0x50, 0x4b, 3, 4, 0, 0)], "members.xlsx");
    expect(await readMemberFile(workbook)).toEqual({
      problem: "This file holds no text. Please save the list as CSV and choose that file.",
    });
    const large = new File(["x".repeat(2_000_001)], "members.csv");
    expect(await readMemberFile(large)).toEqual({
      problem: "This file is too large. Please choose one of at most 2 MB.",
    });
  });
});

describe("A file of members", () => {
  it("without a header stays as it is", () => {
    const text = 'Anna Hale, anna@hale.example\nBen Hale - ben@hale.example\n"Hale, Carl",carl@hale.example';
    expect(toMemberLines(`${text}\n`)).toBe(text);
  });
  it("gives its name and e-mail from among other columns, wherever they stand", () => {
    const text = "Id;E-mail address;Phone;Full name\n1;anna@hale.example;07700 900123;Hale, Anna\n";
    expect(toMemberLines(text)).toBe('name,email\n"Hale, Anna",anna@hale.example');
  });
  it("with first and last names gives both, and with e-mails alone only those", () => {
    expect(toMemberLines("First name,Surname,Email\nAnna,Hale,anna@hale.example")).toBe(
      "name,email\nAnna Hale,anna@hale.example",
    );
    expect(toMemberLines("email\nanna@hale.example")).toBe("email\nanna@hale.example");
  });
  it("with a quoted name over two lines gives one line, which the import reads", () => {
    const lines = toMemberLines('"Anna ""Nan""\nHale",anna@hale.example\nBen,ben@hale.example');
    expect(parseImport(lines)).toMatchObject([
      { line: 1, full_name: 'Anna "Nan" Hale', email: "anna@hale.example" },
      { line: 2, full_name: "Ben", email: "ben@hale.example" },
    ]);
  });
});
