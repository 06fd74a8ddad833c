import { describe, expect, it } from "vitest";
import { HoldingFileError, readHoldingFile } from "./read-holding-file.ts";

const header =
  "Kind,Email,Company,Share class,Shares,Price,Cost,Fee,Acquired on,Relief,UIR,Certificate on,Gross,Costs,Paid on";
const bytes = (text: string) => new TextEncoder().encode(text);
const today = "2028-06-01";
const read = (...lines: string[]) => readHoldingFile(bytes([header, ...lines].join("\r\n")), today).lines;
const good =
  'holding,amara@castell.example,Alder Bio,Ordinary,"4,000",1.25,"5,000.00",0,15/03/2024,EIS,EIS-1,2024-09-01';
const paid = "distribution,amara@castell.example,Alder Bio,,,,,,,,,,120.50,0.50,2025-01-31";

/** A line of the example with some cells changed. */
function changed(cells: Record<string, string>): string {
  const names = header.split(",");
  const line: Record<string, string> = {
    Email: "amara@castell.example",
    Company: "Alder Bio",
    Shares: "4000",
    Price: "1.25",
    Cost: "5000.00",
    "Acquired on": "2024-03-15",
    ...cells,
  };
  return names.map((name) => `"${line[name] ?? ""}"`).join(",");
}

describe("readHoldingFile", () => {
  it("reads holdings and what they brought, in whole pence, with the places of the lines", () => {
    expect(read(good, "", paid)).toEqual([
      {
        line_number: 2,
        kind: "holding",
        email: "amara@castell.example",
        company_name: "Alder Bio",
        happened_on: "2024-03-15",
        shares: 4000,
        share_class: "Ordinary",
        price: "1.25",
        cost_pence: 500_000,
        fee_pence: 0,
        scheme: "EIS",
        uir: "EIS-1",
        certificate_on: "2024-09-01",
        gross_pence: null,
        costs_pence: null,
        faults: [],
      },
      {
        line_number: 4,
        kind: "distribution",
        email: "amara@castell.example",
        company_name: "Alder Bio",
        happened_on: "2025-01-31",
        shares: null,
        share_class: null,
        price: null,
        cost_pence: null,
        fee_pence: null,
        scheme: null,
        uir: null,
        certificate_on: null,
        gross_pence: 12_050,
        costs_pence: 50,
        faults: [],
      },
    ]);
  });
  it("accepts columns in any order and letter case, semicolons, and no class of shares", () => {
    const file = "SHARES;acquired on;price;COST;e-mail;Company\n10;2024-03-15;2;20.00;Ben@Castell.example;Beech";
    const [line] = readHoldingFile(bytes(file), today).lines;
    expect(line).toMatchObject({ email: "ben@castell.example", shares: 10, share_class: "Ordinary", faults: [] });
  });
  it("knows the titles of registers, and returns the columns that it leaves out", () => {
    const file =
      "Register of 2026\n\nEmail,Company,Shares,Price,Cost,Acquired on,Scheme,UIR number,Notes\namara@castell.example,Alder Bio,1000,1.25,1250.00,05/01/2026,EIS,EIS12345,from the old register";
    const { lines, ...leftOut } = readHoldingFile(bytes(file), today);
    expect(lines).toMatchObject([{ line_number: 4, scheme: "EIS", uir: "EIS12345", faults: [] }]);
    expect(leftOut).toEqual({ left_out_columns: ["Notes"], lines_above_header: 1 });
  });
  it.each(["Share price (£),Cost (£)", "Price per share (£),Total paid (£)", "Price (GBP),Amount invested £"])(
    "knows sums in pounds under the titles %s",
    (sums) => {
      const file = `Investor email,Company,Number of shares,${sums},Date\namara@castell.example,Alder Bio,1000,1.25,1250,05/01/2026`;
      expect(readHoldingFile(bytes(file), today).lines).toMatchObject([
        { price: "1.25", cost_pence: 125_000, faults: [] },
      ]);
    },
  );
  it("refuses lines in another currency, whose column nobody asked for", () => {
    const rows = ["GBP", "usd", ""].map((currency) => `amara@castell.example,Alder Bio,10,2,20,05/01/2026,${currency}`);
    const file = ["Email,Company,Shares,Price,Cost,Acquired on,Currency", ...rows].join("\n");
    expect(readHoldingFile(bytes(file), today).lines.map(({ faults }) => faults)).toEqual([
      [],
      ['Is in "usd". Write what was paid in pounds, and leave the currency out'],
      [],
    ]);
  });
  it("leaves out a line that adds up the others, and reads a company that is named Total", () => {
    const rows = ["amara@castell.example,Total,10,2,20,05/01/2026", "Total,,10,,20,", ",Grand total:,10,,20,"];
    const file = ["Email,Company,Shares,Price,Cost,Acquired on", ...rows].join("\n");
    const { lines } = readHoldingFile(bytes(file), today);
    expect(lines.map(({ line_number, faults }) => [line_number, faults])).toEqual([[2, []]]);
    const sums = bytes(`${file.split("\n")[0]}\nTotal,,10,,20,`);
    expect(() => readHoldingFile(sums, today)).toThrow("This file has no line below its header.");
  });
  it("refuses days that may have the month first, once one of the file has", () => {
    const days = ["03/04/2021", "4/13/2022", "31/12/2022", "05/05/2021", "1 Apr 2023", "2022-03-04"];
    const rowsOf = (some: string[]) => some.map((day) => `amara@castell.example,Alder Bio,10,2,20,${day}`);
    const faultsOf = (some: string[]) =>
      readHoldingFile(
        bytes(["Email,Company,Shares,Price,Cost,Acquired on", ...rowsOf(some)].join("\n")),
        today,
      ).lines.map(({ faults }) => faults);
    const fault = "Acquired on: the file seems to put the month first. Write all its days such as 2024-03-15";
    expect(faultsOf(days)).toEqual([[fault], [fault], [], [], [], []]);
    expect(faultsOf(days.filter((day) => day !== "4/13/2022")).flat()).toEqual([]);
  });
  it("reads a company's apostrophe in Windows-1252, and returns a fault for invisible characters", () => {
    const file = "Email,Company,Shares,Price,Cost,Acquired on\namara@castell.example,Alder\x92s,10,2,20,05/01/2026";
    const [line] = readHoldingFile(new Uint8Array(Buffer.from(file, "latin1")), today).lines;
    expect([line?.company_name, line?.faults]).toEqual(["Alder’s", []]);
    const [turned] = readHoldingFile(bytes(file.replace("\x92", "\u202e")), today).lines;
    expect([turned?.company_name, turned?.faults]).toEqual(["Alders", []]);
    const [hidden] = readHoldingFile(bytes(file.replace("\x92", "\u0007")), today).lines;
    expect(hidden?.faults).toEqual(["Company: remove the invisible characters, or type it anew"]);
  });
  it("reads the columns that a person chose", () => {
    const file = "Wer;Was;Stück;Preis;Summe;Wann;Art\namara@castell.example;Alder Bio;1000;1.25;1250.00;05/01/2026;EIS";
    expect(() => readHoldingFile(bytes(file), today)).toThrow("No column of this file is named Email, Company");
    const columns = { email: 0, company: 1, shares: 2, price: 3, cost: 4, acquired_on: 5 };
    const { lines, left_out_columns } = readHoldingFile(bytes(file), today, columns);
    expect([lines[0]?.faults, lines[0]?.scheme, left_out_columns]).toEqual([[], null, ["Art"]]);
    expect(readHoldingFile(bytes(file), today, { ...columns, scheme: 6 }).lines[0]?.scheme).toBe("EIS");
  });
  it.each([
    [{ Shares: "4000.00" }, { shares: 4000 }],
    [{ "Acquired on": "15-Mar-24" }, { happened_on: "2024-03-15" }],
    [{ "Acquired on": "45366" }, { happened_on: "2024-03-15" }],
    [{ "Acquired on": "15/03/2024 00:00" }, { happened_on: "2024-03-15" }],
    [{ Email: "'amara@castell.example" }, { email: "amara@castell.example" }],
    [{ Email: "\u200Eamara@castell.example" }, { email: "amara@castell.example" }],
    [{ Company: '=""Alder Bio""' }, { company_name: "Alder Bio" }],
  ])("reads %o as Excel writes it", (cells, expected) => {
    expect(read(changed(cells))).toMatchObject([{ ...expected, faults: [] }]);
  });
  it("reads a table with Excel's own first line", () => {
    const file =
      "sep=;\nEmail;Company;Shares;Price;Cost;Acquired on\namara@castell.example;Alder Bio;10;2;20.00;2024-03-15";
    expect(readHoldingFile(bytes(file), today).lines).toMatchObject([{ line_number: 3, shares: 10, faults: [] }]);
  });
  it.each<[Record<string, string>, string]>([
    [{ Shares: "1.000" }, "Shares: write a whole number above 0, without decimals"],
    [{ "Acquired on": "05/01/99" }, "Acquired on: 5 January 2099 is in the future"],
    [{ Kind: "gift" }, "Kind: write holding or distribution, or leave it empty for a holding"],
    [{ Email: "amara@" }, "Email: write the address that the member signs in with"],
    [{ Company: "" }, "Company: is missing"],
    [{ Company: "x".repeat(121) }, "Company: use at most 120 characters"],
    [{ Shares: "10.5" }, "Shares: write a whole number above 0, without decimals"],
    [{ Shares: "-4" }, "Shares: write a whole number above 0, without decimals"],
    [{ Price: "1.2345678" }, "Price: write pounds for a share, with up to six decimals, such as 1.25"],
    [{ Price: "1.000" }, "Price: write it like 1,000 or 1.00"],
    [{ Price: "0" }, "Price: write pounds for a share, with up to six decimals, such as 1.25"],
    [{ Cost: "" }, "Cost: is missing"],
    [{ Cost: "1.234" }, "Cost: write pounds and pence, such as 1,250.00"],
    [
      { Cost: "4,000.00" },
      "Cost: £4,000.00 is not shares × price, £5,000.00. Correct one of them; £1.00 a share makes this cost",
    ],
    [{ Fee: "-1" }, "Fee: write an amount of £0.00 or more"],
    [{ "Acquired on": "31/02/2024" }, "Acquired on: write a day such as 2024-03-15 or 15/03/2024"],
    [{ "Acquired on": "2028-06-02" }, "Acquired on: 2 June 2028 is in the future"],
    [{ "Acquired on": "20/11/1926" }, "Acquired on: 20 November 1926 is long ago. Please check the year"],
    [
      { "Share class": "Convertible loan note 2025" },
      "Share class: a convertible loan note is a loan and not handled here yet. Take the line out until it has become shares",
    ],
    [{ Relief: "VCT" }, "Relief: write SEIS, EIS or none"],
    [{ UIR: "EIS-1" }, "UIR and Certificate on: only shares with SEIS or EIS have them"],
    [{ Relief: "EIS", "Certificate on": "2024-03-14" }, "Certificate on: is before the shares were acquired"],
    [{ Gross: "5.00" }, "Gross: a holding has none. Leave it empty"],
    [{ Shares: "999999999999", Price: "99999999", Cost: "1" }, "Shares and Price: are more than can be booked"],
  ])("returns the fault of %o and what to do", (cells, fault) => {
    expect(read(changed(cells))[0]?.faults).toEqual([fault]);
  });
  it.each<[Record<string, string>, ...string[]]>([
    [{ Gross: "1.00", Costs: "1.00" }],
    [{ Gross: "1.00", Costs: "1.01" }, "Costs: are more than was paid"],
    [{ Gross: "0.00" }, "Gross: write an amount above £0.00"],
    [{ Gross: "5.00", Shares: "4" }, "Shares: a distribution has none. Leave it empty"],
    [
      { Gross: "5.00", "Share class": "A Ordinary" },
      "Share class: a distribution is spread over all shares of the company that the member held. Leave it empty where that is so. Money of one class alone cannot be imported yet",
    ],
  ])("returns the fault of a distribution of %o, if there is one", (cells, ...faults) => {
    const none = { Shares: "", Price: "", Cost: "", "Acquired on": "", "Paid on": "2025-01-31" };
    expect(read(changed({ ...none, Kind: "Distribution", ...cells }))[0]?.faults).toEqual(faults);
  });
  it("accepts a cost that a price with six decimals allows", () => {
    const [third] = read(changed({ Shares: "30,000", Price: "0.333333", Cost: "10,000.00" }));
    expect(third?.faults).toEqual([]);
    const [off] = read(changed({ Shares: "30,000", Price: "0.333333", Cost: "10,000.03" }));
    expect(off?.faults).toHaveLength(1);
  });
  it.each<[string, string | Uint8Array, string]>([
    ["a file without lines", header, "This file has no line below its header."],
    [
      "a file without its columns",
      "Name,Company\nAmara,Alder",
      "No column of this file is named Email, Shares, Price, Cost, Acquired on. Say which columns they are, or name them as the example does.",
    ],
    ["a column twice", "Email,email,Company\n", "The column email is there twice."],
    ["a quotation mark that is open", `${header}\n"x,y`, "Line 2 has a quotation mark without its second one."],
    ["a picture", new Uint8Array([137, 80, 78, 71, 0, 0, 1]), "This is not a text file. Please save the table as CSV."],
    [
      "too many lines",
      [header, ...Array.from({ length: 5001 }, () => good)].join("\n"),
      "This file has more than 5,000 lines. Please split it.",
    ],
  ])("refuses %s", (_what, file, message) => {
    const read = () => readHoldingFile(typeof file === "string" ? bytes(file) : file, today);
    expect(read).toThrow(new HoldingFileError(message));
  });
  it("reads each of 1,000 lines with noise in them with faults, or with sound values", () => {
    const random = (() => {
      let state = 12_345;
      return (most: number) => {
        state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
        return Math.floor(state / 65_536) % most;
      };
    })();
    const cells = [
      ...["", "holding", "distribution", "amara@castell.example", "Alder Bio", "4000", "1.25", "5000.00", "-5", "£5"],
      ...["2024-03-15", "15/03/2024", "9999-99-99", "EIS", "none", "1e9", "NaN", "Infinity", "0x10", "１２", "\u0000"],
      ...["=cmd()", "١٢٣", "(5.00)", "99999999999999999999", "  ", "__proto__", "constructor", "\u202E", "1,2,3"],
    ];
    const noise = () => cells[random(cells.length)] ?? "";
    // Most cells stay as they were, so that many lines stay sound.
    const lines = Array.from({ length: 1000 }, (_, index) =>
      (index % 2 === 0 ? changed({}) : changed({ Relief: "EIS", UIR: "E1" }))
        .split('","')
        .map((cell) => (random(8) === 0 ? noise().replaceAll("\u0000", "\u0001") : cell.replaceAll('"', "")))
        .map((cell) => `"${cell}"`)
        .join(","),
    );
    const read1000 = read(...lines);
    expect(read1000.filter(({ faults }) => faults.length === 0).length).toBeGreaterThan(50);
    for (const line of read1000) {
      if (line.faults.length > 0) continue;
      const numbers = [line.shares, line.cost_pence, line.fee_pence, line.gross_pence, line.costs_pence];
      for (const value of numbers) expect(value === null || (Number.isSafeInteger(value) && value >= 0)).toBe(true);
      expect(line.happened_on).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    }
  });
});
