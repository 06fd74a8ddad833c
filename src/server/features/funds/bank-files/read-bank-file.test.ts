import { describe, expect, it } from "vitest";
import type { BankMapping } from "#shared/funds.ts";
import { alderBankFile } from "#tests/support/alder-bank-file.ts";
import { BankFileError, readBankFile } from "./read-bank-file.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);
const windows1252 = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));
const today = "2027-07-01";
const read = (text: string, mapping?: BankMapping) => readBankFile(utf8(text), { today, mapping });
/** Nothing of the file is left out. */
const all = { left_out_lines: [], left_out_columns: [], lines_above_header: 0 };
const linesOf = (...lines: string[]) => `${lines.join("\n")}\n`;
const starlingHeader = "Date,Counter Party,Reference,Type,Amount (GBP),Balance (GBP)";

const mappingOf = (columns: Partial<BankMapping> & Pick<BankMapping, "date" | "payer">): BankMapping => ({
  ...{ reference: null, amount: null, paid_in: null, paid_out: null, balance: null, id: null },
  ...{ currency: null, state: null, fee: null, date_order: "day_first" },
  ...columns,
});

function refusalOf(bytes: Uint8Array | string, mapping?: BankMapping) {
  try {
    readBankFile(typeof bytes === "string" ? utf8(bytes) : bytes, { today, mapping });
  } catch (error) {
    if (error instanceof BankFileError) return { code: error.code, message: error.message };
    throw error;
  }
  throw new Error("The file was read.");
}

describe("The file of a round, from Starling", () => {
  it("is read with its lines, days, amounts and balances", () => {
    const { lines, ...file } = read(alderBankFile);
    expect(file).toEqual({
      ...{ format: "starling", account_number: null },
      ...{ opening_balance_pence: 0, closing_balance_pence: 0 },
      ...all,
    });
    expect(lines).toHaveLength(15);
    expect(lines[5]).toEqual({
      ...{ line: 7, date: "2027-01-26", payer: "CHLOE MARTIN", reference: "KDA7FC2VT5" },
      ...{ amount_pence: 641_296, balance_pence: 5_847_826, id: null },
    });
    expect(lines[13]).toMatchObject({ line: 15, date: "2027-02-01", amount_pence: -9_999_980 });
  });

  it("is read until the due time", () => {
    const file = read(linesOf(...alderBankFile.split("\n").slice(0, 12)));
    expect(file).toMatchObject({ opening_balance_pence: 0, closing_balance_pence: 9_396_531 });
    expect(file.lines).toHaveLength(11);
  });

  it("is not read with a gap in its balances", () => {
    expect(refusalOf(alderBankFile.replace("6412.96,58478.26", "6412.96,52478.26"))).toEqual({
      code: "balance_gap",
      message:
        "Line 7 does not follow from line 6. The balance should be £58,478.26 and is £52,478.26. A line may be missing; ask the bank for the file again. Nothing was imported.",
    });
  });

  it("is not read with a line missing, whichever comes first", () => {
    const [header = "", ...lines] = alderBankFile.trim().split("\n");
    const without = lines.toSpliced(4, 1);
    expect(refusalOf(linesOf(header, ...without)).message).toContain("Line 6 does not follow from line 5.");
    expect(refusalOf(linesOf(header, ...without.toReversed())).message).toContain(
      "Line 11 does not follow from line 12.",
    );
  });

  it("is turned round with the newest line first", () => {
    const [header = "", ...lines] = alderBankFile.trim().split("\n");
    const turned = read(linesOf(header, ...lines.toReversed()));
    expect(turned).toMatchObject({ opening_balance_pence: 0, closing_balance_pence: 0 });
    expect(turned.lines.map(({ payer }) => payer)).toEqual(read(alderBankFile).lines.map(({ payer }) => payer));
    expect(turned.lines.map(({ line }) => line)).toEqual([16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
  });

  it("is turned round by its balances on one day", () => {
    const [header = "", ...lines] = alderBankFile.split("\n").slice(0, 5);
    expect(read(linesOf(header, ...lines.toReversed())).lines[0]).toMatchObject({ line: 5, payer: "AMARA OKAFOR" });
  });
});

describe("A file of a known bank", () => {
  it("Starling, with its later columns", () => {
    const text = linesOf(
      `${starlingHeader},Spending Category,Notes`,
      "05/03/2027,MIRA SOLE,KDB2C RENT,FASTER PAYMENT,12.00,112.00,INCOME,",
    );
    expect(read(text)).toMatchObject({ format: "starling", opening_balance_pence: 10_000 });
  });

  it("Lloyds, Halifax or TSB, with the newest line first and a last empty column", () => {
    const text = linesOf(
      "Transaction Date,Transaction Type,Sort Code,Account Number,Transaction Description,Debit Amount,Credit Amount,Balance,",
      "06/03/2027,FPO,'40-11-22,01234567,TANSY LTD INVOICE 7,30.50,,81.75,",
      "05/03/2027,FPI,'40-11-22,01234567,M SOLE KDA7F3QX94,,12.25,112.25,",
    );
    expect(read(text)).toEqual({
      ...{ format: "lloyds", account_number: "01234567" },
      lines: [
        {
          ...{ line: 3, date: "2027-03-05", payer: "M SOLE KDA7F3QX94", reference: "" },
          ...{ amount_pence: 1225, balance_pence: 11_225, id: null },
        },
        {
          ...{ line: 2, date: "2027-03-06", payer: "TANSY LTD INVOICE 7", reference: "" },
          ...{ amount_pence: -3050, balance_pence: 8175, id: null },
        },
      ],
      ...{ opening_balance_pence: 10_000, closing_balance_pence: 8175 },
      ...all,
    });
  });

  it("Barclays, without balances", () => {
    const text = linesOf(
      "Number,Date,Account,Amount,Subcategory,Memo",
      " ,05/03/2027,20-99-99 01234567,12.25,Counter Credit,M SOLE\t KDA7F3QX94 BGC",
      " ,06/03/2027,20-99-99 01234567,-30.5,Payment,TANSY LTD",
    );
    const { lines, ...file } = read(text);
    expect(file).toEqual({
      ...{ format: "barclays", account_number: "01234567", ...all },
      ...{ opening_balance_pence: null, closing_balance_pence: null },
    });
    expect(lines).toMatchObject([
      { line: 2, payer: "M SOLE KDA7F3QX94 BGC", amount_pence: 1225, balance_pence: null },
      { line: 3, payer: "TANSY LTD", amount_pence: -3050, balance_pence: null },
    ]);
  });

  it("NatWest or RBS, with blank lines, spaces in its header and a column too many", () => {
    const text = linesOf(
      ...["", "Date, Type, Description, Value, Balance, Account Name, Account Number", ""],
      `05 Mar 2027,BAC,"'SOLE M , KDA7F3QX94",12.25,112.25,"'CLUB CLIENT","'600001-01234567",`,
      `06/03/2027,CHP,"'TANSY LTD",-30.5,81.75,"'CLUB CLIENT","'600001-01234567",`,
    );
    expect(read(text)).toMatchObject({
      ...{ format: "natwest", account_number: "01234567", opening_balance_pence: 10_000, closing_balance_pence: 8175 },
      lines: [
        { line: 4, date: "2027-03-05", payer: "SOLE M , KDA7F3QX94", amount_pence: 1225 },
        { line: 5, date: "2027-03-06", payer: "TANSY LTD", amount_pence: -3050 },
      ],
    });
  });

  const monzoHeader =
    "Transaction ID,Date,Time,Type,Name,Emoji,Category,Amount,Currency,Local amount,Local currency,Notes and #tags,Address,Receipt,Description,Category split,Money Out,Money In";

  it("Monzo Business, with its numbers and without balances", () => {
    const text = linesOf(
      monzoHeader,
      "tx_a1,05/03/2027,09:00:00,Faster payment,Mira Sole,🪁,Income,12.25,GBP,12.25,GBP,,,,KDA7F3QX94,,,12.25",
      "tx_a2,06/03/2027,09:00:00,Faster payment,Tansy Ltd,,Costs,-30.50,GBP,-36.00,EUR,Invoice 7,,,,,-30.50,",
    );
    expect(read(text)).toMatchObject({
      ...{ format: "monzo", account_number: null, closing_balance_pence: null },
      lines: [
        { id: "tx_a1", payer: "Mira Sole", reference: "KDA7F3QX94", amount_pence: 1225 },
        { id: "tx_a2", payer: "Tansy Ltd", reference: "Invoice 7", amount_pence: -3050 },
      ],
    });
  });

  it("Monzo Business, with balances", () => {
    const rows = ["112.25", "81.75"].map(
      (balance, place) =>
        `tx_${place},0${place + 5}/03/2027,09:00:00,Faster payment,Mira Sole,,Income,${["12.25", "-30.50"][place]},GBP,1,GBP,,,,KDA7F3QX94,,,,${balance},GBP`,
    );
    const text = linesOf(`${monzoHeader},Balance,Balance currency`, ...rows);
    expect(read(text)).toMatchObject({ opening_balance_pence: 10_000, closing_balance_pence: 8175 });
  });

  const revolutHeader =
    "Date started (UTC),Date completed (UTC),ID,Type,State,Description,Reference,Payer,Card number,Orig currency,Orig amount,Payment currency,Amount,Total amount,Exchange rate,Fee,Fee currency,Balance,Account,Beneficiary name,Sender name";

  it("Revolut Business: what is completed, by the total with the bank's fee", () => {
    const text = linesOf(
      revolutHeader,
      "2027-03-07,,r-3,TRANSFER,PENDING,To Oriel,,Ada,,GBP,5.00,GBP,-5.00,-5.00,,0.00,GBP,76.75,GBP Main,Oriel Ltd,",
      "2027-03-06,2027-03-06,r-2,TRANSFER,COMPLETED,To Tansy,Invoice 7,Ada,,GBP,30.00,GBP,-30.00,-30.50,,0.50,GBP,81.75,GBP Main,Tansy Ltd,",
      "2027-03-05,2027-03-05,r-1,TOPUP,COMPLETED,Money added from MIRA SOLE,KDA7F3QX94,,,GBP,12.25,GBP,12.25,12.25,,0.00,GBP,112.25,GBP Main,,MIRA SOLE",
    );
    expect(read(text)).toEqual({
      ...{ format: "revolut", account_number: null },
      lines: [
        {
          ...{ line: 4, date: "2027-03-05", payer: "MIRA SOLE", reference: "KDA7F3QX94" },
          ...{ amount_pence: 1225, balance_pence: 11_225, id: "r-1" },
        },
        {
          ...{ line: 3, date: "2027-03-06", payer: "Tansy Ltd", reference: "Invoice 7" },
          ...{ amount_pence: -3050, balance_pence: 8175, id: "r-2" },
        },
      ],
      ...{ opening_balance_pence: 10_000, closing_balance_pence: 8175 },
      ...all,
    });
  });

  it("Revolut Business with London days, and a sender only in its description", () => {
    const text = linesOf(
      `${revolutHeader.replace("Sender name", "Date completed (Europe/London)")}`,
      "2027-06-05,2027-06-05,r-1,TOPUP,COMPLETED,Money added from MIRA SOLE,KDA7F3QX94,,,GBP,12.25,GBP,12.25,12.25,,0.00,GBP,112.25,GBP Main,,2027-06-06",
    );
    expect(read(text).lines).toMatchObject([{ date: "2027-06-06", payer: "Money added from MIRA SOLE" }]);
  });
});

describe("A file with columns that an admin named", () => {
  const mapping = mappingOf({
    ...{ date: "Day", payer: "Who", reference: "What", amount: "Sum", balance: "Left", id: "No." },
    date_order: "month_first",
  });
  const text = linesOf("No.;Day;Who;What;Sum;Left", "7;03/05/2027;Mira Sole;KDA7F3QX94;(12.25);87.75");

  it("is read by them", () => {
    expect(read(text, mapping)).toMatchObject({
      ...{ format: "mapping", opening_balance_pence: 10_000, closing_balance_pence: 8775 },
      lines: [{ id: "7", date: "2027-03-05", payer: "Mira Sole", reference: "KDA7F3QX94", amount_pence: -1225 }],
    });
  });

  it("is read with money in and out apart, and one text for payer and reference", () => {
    const apart = mappingOf({ date: "Day", payer: "Who", reference: "Who", paid_in: "In", paid_out: "Out" });
    const lines = read(
      linesOf("Day,Who,In,Out", "05/03/2027,M SOLE,12.25,", "06/03/2027,TANSY,0.00,30.50"),
      apart,
    ).lines;
    expect(lines).toMatchObject([
      { payer: "M SOLE", reference: "", amount_pence: 1225, balance_pence: null, id: null },
      { payer: "TANSY", reference: "", amount_pence: -3050 },
    ]);
  });

  it("is read by the first of two columns with one name", () => {
    const twice = linesOf("Day,Who,What,Sum,Sum,Left,No.", "03/05/2027,M SOLE,A,12.25,99.00,112.25,7");
    expect(read(twice, mapping).lines).toMatchObject([{ amount_pence: 1225 }]);
  });

  it("is checked over lines that have no balance", () => {
    const some = (balance: string) =>
      linesOf(
        ...["No.,Day,Who,What,Sum,Left", "1,03/05/2027,M,A,1.00,", "2,03/05/2027,M,A,2.00,103.00"],
        ...["3,03/05/2027,M,A,4.00,", `4,03/05/2027,M,A,8.00,${balance}`, "5,03/05/2027,M,A,16.00,"],
      );
    expect(read(some("115.00"), mapping)).toMatchObject({
      opening_balance_pence: 10_000,
      closing_balance_pence: 13_100,
    });
    expect(refusalOf(some("111.00"), mapping).message).toContain(
      "Line 5 does not follow from line 4. The balance should be £115.00 and is £111.00.",
    );
  });

  it("counts before a known bank's, and a known bank's counts without its columns", () => {
    const other = mappingOf({ date: "Date", payer: "Reference", amount: "Amount (GBP)", date_order: "year_first" });
    const days = alderBankFile.replaceAll(/(\d\d).(\d\d).(\d{4}),/g, "$3-$2-$1,");
    expect(read(days, other)).toMatchObject({ format: "mapping", closing_balance_pence: null });
    expect(read(alderBankFile, mapping)).toMatchObject({ format: "starling" });
  });

  it("is of an unknown bank without them", () => {
    expect(refusalOf(text)).toEqual({
      code: "unknown_bank_format",
      message: "The columns of this file are not known. Please say which is which.",
    });
    expect(() => read(text)).toThrow(
      expect.objectContaining({ columns: ["No.", "Day", "Who", "What", "Sum", "Left"] }),
    );
  });
});

describe("The text of a file", () => {
  const row = "05/03/2027,ZOË ÅKE,£ KDA7F3QX94,FASTER PAYMENT,£12.25,112.25";
  const text = linesOf(starlingHeader, row);

  it.each([
    ["UTF-8", utf8(text)],
    ["UTF-8 with a byte order mark", utf8(`\uFEFF${text}`)],
    ["Windows-1252", windows1252(text)],
  ])("is read in %s", (_encoding, bytes) => {
    expect(readBankFile(bytes, { today }).lines).toMatchObject([{ payer: "ZOË ÅKE", amount_pence: 1225 }]);
  });

  it.each(["\r\n", "\r"])("is read with lines that end with %j, some with others", (ending) => {
    expect(read(alderBankFile.replaceAll("\n", ending)).lines).toHaveLength(15);
    expect(read(alderBankFile.replace("\n26", `${ending}26`)).lines).toHaveLength(15);
  });

  it("counts the lines of the file, also within quotation marks", () => {
    const quoted = linesOf(
      ...["", starlingHeader, '05/03/2027,"MIRA', 'SOLE, ""M""",A,FASTER PAYMENT,12.25,112.25', ""],
      "06/03/2027,TANSY,B,FASTER PAYMENT,x,81.75",
    );
    expect(refusalOf(quoted).message).toContain('Line 6: "x" cannot be read as an amount');
    const [line] = read(quoted.replace(",x,", ",-30.50,")).lines;
    expect(line).toMatchObject({ line: 3, payer: 'MIRA SOLE, "M"' });
  });

  it("is read without lines that move nothing, which keep their place", () => {
    const checked = linesOf(
      ...[starlingHeader, "05/03/2027,M,A,CHECK,0.00,100.00", "05/03/2027,MIRA,A,FASTER PAYMENT,12.25,112.25"],
    );
    expect(read(checked)).toMatchObject({ opening_balance_pence: 10_000, lines: [{ line: 3, payer: "MIRA" }] });
  });

  it("keeps no invisible characters, nor more than banks send", () => {
    const long = linesOf(starlingHeader, `05/03/2027,MI\u202eRA\u0007,${"😀".repeat(150)},FASTER PAYMENT,12.25,112.25`);
    const [line] = read(long).lines;
    expect(line?.payer).toBe("MI RA");
    expect(line?.reference).toBe("😀".repeat(100));
  });
});

describe("Nothing is read of", () => {
  const row = (text: string) => linesOf(starlingHeader, text);

  it("a file above 2 MB", () => {
    expect(refusalOf(utf8(alderBankFile + "\n".repeat(2 * 1024 * 1024)))).toEqual({
      code: "invalid_body",
      message: "Please choose a file of at most 2 MiB",
    });
  });

  it("a file of more than 5,000 lines, blank ones aside", () => {
    const line = "05/03/2027,MIRA,A,FASTER PAYMENT,1.00,\n";
    expect(refusalOf(`${starlingHeader}\n${line.repeat(5001)}`)).toEqual({
      code: "invalid_body",
      message: "Please choose a file of at most 5,000 lines",
    });
    expect(read(`${starlingHeader}\n${`${line}\n\n`.repeat(5000)}`).lines).toHaveLength(5000);
  });

  it.each([
    ["a picture", windows1252("\u0089PNG\0\0"), "invalid_body", "This file is not a CSV file."],
    ["nothing", "\n", "invalid_body", "This file has no payments."],
    ["lines that move nothing", row("05/03/2027,M,A,CHECK,0.00,9.00"), "invalid_body", "This file has no payments."],
    ["a header", `${starlingHeader}\n`, "invalid_body", "This file has no payments."],
  ])("%s", (_name, bytes, code, message) => {
    const refusal = refusalOf(bytes);
    expect(refusal.code).toBe(code);
    expect(refusal.message).toContain(message);
  });

  it.each([
    ["a date that is none", "31/02/2027,M,A,FP,1.00,1.00", 'Line 2: "31/02/2027" cannot be read as a date'],
    ["a time that is none", "2027-03-05 25:00,M,A,FP,1.00,1.00", 'Line 2: "2027-03-05 25:00" cannot be read'],
    ["tenths of a penny", "05/03/2027,M,A,FP,1.005,1.00", 'Line 2: "1.005" cannot be read as an amount'],
    ["a decimal comma", '05/03/2027,M,A,FP,"1,00",1.00', 'Line 2: "1,00" cannot be read as an amount'],
    ["no amount", "05/03/2027,M,A,FP,,1.00", 'Line 2: "" cannot be read as an amount'],
    ["a balance in words", "05/03/2027,M,A,FP,1.00,overdrawn", 'Line 2: "overdrawn" cannot be read as an amount'],
    ["a comma in a text", "05/03/2027,SOLE, M,A,FP,1.00,1.00", "Line 2 has 7 columns and the header has 6."],
    ["a line that is cut off", "05/03/2027,M,A,FP,1", "Line 2 has 5 columns and the header has 6."],
    ["an open quotation mark", '05/03/2027,"M,A,FP,1.00,1.00', "Line 2 has a quotation mark that is not closed."],
  ])("a file with %s", (_name, text, message) => {
    const refusal = refusalOf(row(text));
    expect(refusal.code).toBe("invalid_body");
    expect(refusal.message).toContain(message);
    expect(refusal.message).toContain("Ask the bank for the file again. Nothing was imported.");
  });

  it.each([
    ["neither paid in nor out", ",", "Line 2 has no amount, or is both paid in and paid out."],
    ["paid in and out", "1.00,2.00", "Line 2 has no amount, or is both paid in and paid out."],
    ["less than nothing paid in", "-2.00,", 'Line 2: "-2.00" cannot be read as an amount'],
  ])("a line that is %s", (_name, amounts, message) => {
    const mapping = mappingOf({ date: "Day", payer: "Who", paid_in: "In", paid_out: "Out" });
    expect(refusalOf(linesOf("Day,Who,In,Out,End", `05/03/2027,M,${amounts},x`), mapping).message).toContain(message);
  });

  it("two accounts at once", () => {
    const text = linesOf(
      "Number,Date,Account,Amount,Subcategory,Memo",
      ",05/03/2027,20-99-99 01234567,12.25,Payment,A",
      ",05/03/2027,20-99-99 07654321,12.25,Payment,B",
    );
    expect(refusalOf(text).message).toBe(
      "Line 3 is of another account than line 2. Ask the bank for a file of one account. Nothing was imported.",
    );
  });

  it("another currency, and a transaction's number twice", () => {
    const header =
      "Transaction ID,Date,Time,Type,Name,Amount,Currency,Local amount,Local currency,Notes and #tags,Description";
    const line = (id: string, currency: string) => `${id},05/03/2027,09:00,FP,Mira,1.00,${currency},1.00,GBP,,A`;
    expect(refusalOf(linesOf(header, line("t1", "GBP"), line("t2", "EUR"))).message).toBe(
      'Line 3 is in "EUR". Only payments in GBP are read: choose the file of the account in pounds. Nothing was imported.',
    );
    expect(refusalOf(linesOf(header, line("t1", "GBP"), line("t2", "GBP"), line("t1", "GBP"))).message).toContain(
      "Line 4 has the same transaction number as line 2.",
    );
  });
});
