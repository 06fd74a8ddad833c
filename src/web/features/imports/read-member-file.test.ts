import { describe, expect, it } from "vitest";
import { parseImport } from "#shared/imports/read-people.ts";
import { readMemberFile, readMembers, toMemberLines } from "./read-member-file.ts";

const bytesOf = (...bytes: number[]) => new Uint8Array(bytes);

function linesOf(text: string): string {
  const read = readMembers(text);
  if ("lines" in read) return read.lines;
  throw new Error("The columns are not known.");
}

describe("A file", () => {
  it("A line that adds up the others is not read", () => {
    const read = readMembers("Name,Email,Tier\nRosa Vale,rosa@vale.example,vip\nTotal,,1");
    expect(read).toEqual({
      lines: "name,email,tier\nRosa Vale,rosa@vale.example,vip",
      leftOut: "1 line with a total is not read.",
    });
  });
  it("A file that holds no list, or is above 2 MB, is refused in words", async () => {
    const problemOf = (...parts: ConstructorParameters<typeof File>) =>
      readMemberFile(new File(...parts)).then(
        () => "read",
        ({ message }: Error) => message,
      );
    expect(await problemOf([bytesOf(0x89, 0x50, 0, 0, 1)], "members.png")).toBe(
      "This file holds no text. Please save the list as CSV or as an Excel workbook (.xlsx) and choose that file.",
    );
    expect(await problemOf(["BEGIN:VCARD\nVERSION:3.0\nFN:Rosa Vale\nEND:VCARD"], "rosa.vcf")).toBe(
      "This is a vCard file, which has no columns that could be read. Please export the list as CSV and choose that file.",
    );
    expect(await problemOf([bytesOf(0x50, 0x4b, 3, 4, 0, 0)], "members.xlsx")).toBe(
      "This workbook cannot be read. Please save it as CSV and choose that file.",
    );
    expect(await problemOf(["x".repeat(2 * 1024 * 1024 + 1)], "members.csv")).toBe(
      "This file is too large. Please choose one of at most 2 MB.",
    );
  });

  it("A file's columns and lines that are left out are listed", () => {
    expect(
      readMembers("Members of 2026\n\nForename,Surname,Phone,Email\nRosa,Vale,07700 900123,rosa@vale.example"),
    ).toMatchObject({
      lines: "name,email\nRosa Vale,rosa@vale.example",
      leftOut: "Columns that are not read: Phone. 1 line above the header is not read.",
    });
  });

  it.each([
    ["Vorname;Nachname;Adresse\nRosa;Vale;rosa@vale.example\nTom;Reed;tom@reed.example"],
    ["Rosa,Vale,rosa@vale.example\nTom,Reed,tom@reed.example"],
  ])("A file whose columns nobody knows is read as a person matches them: %j", (text) => {
    const read = readMembers(text);
    if ("lines" in read) throw new Error("The columns are known.");
    expect(read.match.email).toBeUndefined();
    expect(toMemberLines({ ...read, match: { first_name: 0, last_name: 1, email: 2 } })).toEqual({
      lines: "name,email\nRosa Vale,rosa@vale.example\nTom Reed,tom@reed.example",
      leftOut: "",
    });
  });
});

describe("A file of members", () => {
  it("A file without a header is not changed", () => {
    const text = 'Anna Hale, anna@hale.example\nBen Hale - ben@hale.example\n"Hale, Carl",carl@hale.example';
    expect(linesOf(`${text}\n`)).toBe(text);
  });
  it("The name and e-mail columns are read among others, in any order", () => {
    const text = "Id;E-mail address;Phone;Full name\n1;anna@hale.example;07700 900123;Hale, Anna\n";
    expect(linesOf(text)).toBe("name,email\nAnna Hale,anna@hale.example");
  });
  it("First and last names are joined, and a file can contain e-mails only", () => {
    expect(linesOf("First name,Surname,Email\nAnna,Hale,anna@hale.example")).toBe(
      "name,email\nAnna Hale,anna@hale.example",
    );
    expect(linesOf("email\nanna@hale.example")).toBe("email\nanna@hale.example");
  });
  it("A tier column stays, and an address in it is not read as the member's", () => {
    const text =
      "Membership tier,Name,Phone,Email\nVIP,Anna,07700 900123,anna@hale.example\n,Ben,,ben@hale.example\nboss@hale.example,Carl,,carl@hale.example";
    const lines = linesOf(text);
    expect(lines.split("\n").slice(0, 3)).toEqual([
      "name,email,tier",
      "Anna,anna@hale.example,VIP",
      "Ben,ben@hale.example",
    ]);
    expect(parseImport(lines)).toMatchObject([
      { message: "Header line, not a member" },
      { full_name: "Anna", email: "anna@hale.example", tier: "vip" },
      { full_name: "Ben", email: "ben@hale.example" },
      { message: "After the email address only a plan can follow: trial, premium or vip" },
    ]);
    expect(linesOf("email,tier\nanna@hale.example,vip\nben@hale.example,")).toBe(
      "email,tier\nanna@hale.example,vip\nben@hale.example",
    );
  });
  it("A quoted name over two lines becomes one line that the import accepts", () => {
    const lines = linesOf('"Anna ""Nan""\nHale",anna@hale.example\nBen,ben@hale.example');
    expect(parseImport(lines)).toMatchObject([
      { line: 1, full_name: 'Anna "Nan" Hale', email: "anna@hale.example" },
      { line: 2, full_name: "Ben", email: "ben@hale.example" },
    ]);
  });
  it.each(["name,email", "Id;Name;Email", "email\tname\tphone", "Email", "email,name"])(
    "A file with the header %j can contain lines in every supported format",
    (header) => {
      const text = [
        header,
        "Anna Hale, anna@hale.example",
        "Dash Person - dash@hale.example",
        "Tab Person\ttab@hale.example",
        "Semi Colon; semi@hale.example",
        "solo@hale.example",
        '"Hale, Carl", carl@hale.example',
        "Hale, Dora - dora@hale.example",
      ];
      expect(peopleIn(linesOf(text.join("\r\n")))).toEqual([
        "Header line, not a member",
        "Anna Hale: anna@hale.example",
        "Dash Person: dash@hale.example",
        "Tab Person: tab@hale.example",
        "Semi Colon: semi@hale.example",
        "solo: solo@hale.example",
        "Carl Hale: carl@hale.example",
        "Dora Hale: dora@hale.example",
      ]);
    },
  );
  it("E-mails are read only from the e-mail column", () => {
    const text =
      "Name,Email,Manager email\nAnna,,boss@hale.example\nBen,at home,boss@hale.example\nsolo@hale.example,,";
    expect(peopleIn(linesOf(text))).toEqual([
      "Header line, not a member",
      "There is no email address in this line",
      "There is no email address in this line",
      "solo: solo@hale.example",
    ]);
  });
  it.each(["", "name,email\n", "id;name;email\n"])("An unclosed quote loses only its own line, after %j", (header) => {
    const text = [
      "Anna Hale, anna@hale.example",
      '"Stray Quote, stray@hale.example',
      "Ben Hale, ben@hale.example",
      '"Hale, Carl", carl@hale.example',
      'Dora "Dot" Hale, dora@hale.example',
    ];
    expect(peopleIn(linesOf(header + text.join("\n"))).slice(header ? 1 : 0)).toEqual([
      "Anna Hale: anna@hale.example",
      "A quotation mark in this line is not closed",
      "Ben Hale: ben@hale.example",
      "Carl Hale: carl@hale.example",
      'Dora "Dot" Hale: dora@hale.example',
    ]);
  });
  it("Stray quotes that together look like a multi-line cell lose only their own two lines", () => {
    const text =
      'name,email\n"Anna, anna@hale.example\nBen, ben@hale.example\nCarl", carl@hale.example\nDora, dora@hale.example';
    expect(peopleIn(linesOf(text))).toEqual([
      "Header line, not a member",
      "A quotation mark in this line is not closed",
      "Ben: ben@hale.example",
      'Carl": carl@hale.example',
      "Dora: dora@hale.example",
    ]);
  });
});

const peopleIn = (lines: string) =>
  parseImport(lines).map((line) => ("email" in line ? `${line.full_name}: ${line.email}` : line.message));
