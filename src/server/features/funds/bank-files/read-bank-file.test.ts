import { describe, expect, it } from "vitest";
import type { BankMapping } from "#shared/funds/funds.ts";
import { alderBankFile } from "#tests/support/alder-bank-file.ts";
import { BankFileError } from "./bank-file.ts";
import { readBankFile } from "./read-bank-file.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);
const windows1252 = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));
const today = "2027-07-01";
const read = (text: string, mapping?: BankMapping) => readBankFile(utf8(text), { today, mapping });
/** Nothing of the file is left out. */
const all = {
  sort_code: null,
  account_end: null,
  left_out_lines: [],
  left_out_columns: [],
  lines_above_header: 0,
  lines_without_payment: 0,
  zero_lines: 0,
};
const linesOf = (...lines: string[]) => `${lines.join("\n")}\n`;
const starlingHeader = "Date,Counter Party,Reference,Type,Amount (GBP),Balance (GBP)";

const mappingOf = (columns: Partial<BankMapping> & Pick<BankMapping, "date" | "payer">): BankMapping => ({
  reference: null,
  amount: null,
  paid_in: null,
  paid_out: null,
  balance: null,
  id: null,
  currency: null,
  state: null,
  fee: null,
  direction: null,
  date_order: "day_first",
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
  it("The file of a round from Starling is read with its lines, days, amounts and balances", () => {
    const { lines, ...file } = read(alderBankFile);
    expect(file).toEqual({
      format: "starling",
      account_number: null,
      opening_balance_pence: 0,
      closing_balance_pence: 0,
      ...all,
    });
    expect(lines).toHaveLength(15);
    expect(lines[5]).toEqual({
      line: 7,
      date: "2027-01-26",
      payer: "CHLOE MARTIN",
      reference: "KDA7FC2VT5",
      amount_pence: 641_296,
      balance_pence: 5_847_826,
      id: null,
    });
    expect(lines[13]).toMatchObject({ line: 15, date: "2027-02-01", amount_pence: -9_999_980 });
  });

  it.each(["DECLINED", "Pending"])(
    "A Starling file leaves out a line that is %s by a column which the bank has added",
    (state) => {
      const { lines, left_out_lines, closing_balance_pence } = read(
        linesOf(
          `${starlingHeader},Status`,
          "05/03/2027,ZOE,A,FASTER PAYMENT,1000.50,1000.50,SETTLED",
          `06/03/2027,SHOP,B,CARD,-50.00,,${state}`,
          "07/03/2027,ONEILL,C,FASTER PAYMENT,2500.00,3500.50,SETTLED",
        ),
      );
      expect([lines.length, left_out_lines, closing_balance_pence]).toEqual([2, [{ line: 3, state }], 350_050]);
    },
  );

  it("A Starling file leaves out a line whose type says that it is pending, and one after the last balance", () => {
    const pending = linesOf(
      starlingHeader,
      "05/03/2027,ZOE,A,FASTER PAYMENT,1000.50,1000.50",
      "06/03/2027,ONEILL,B,PENDING,2500.00,",
      "06/03/2027,VALE,C,FASTER PAYMENT,100.00,",
    );
    expect(read(pending)).toMatchObject({
      lines: [{ payer: "ZOE" }],
      closing_balance_pence: 100_050,
      left_out_lines: [
        { line: 3, state: "PENDING" },
        { line: 4, state: "on its way, not counted" },
      ],
    });
    const newestFirst = linesOf(
      "Date,Transaction type,Description,Paid out,Paid in,Balance",
      "06 Mar 2027,Pending,ONEILL,,£2500.00,",
      "06 Mar 2027,Bank credit,VALE,,£100.00,",
      "05 Mar 2027,Bank credit,ZOE,,£1000.50,£1000.50",
    );
    expect(read(newestFirst)).toMatchObject({
      lines: [{ payer: "ZOE" }],
      closing_balance_pence: 100_050,
      left_out_lines: [
        { line: 2, state: "Pending" },
        { line: 3, state: "on its way, not counted" },
      ],
    });
    const byDay = linesOf(
      "Date,Description,Amount,Balance",
      "Pending,VALE S,2500.00,",
      "05/03/2027,ZOE,1000.50,1000.50",
    );
    expect(read(byDay)).toMatchObject({ lines: [{ payer: "ZOE" }], left_out_lines: [{ line: 2, state: "Pending" }] });
    const byNumber = linesOf(
      "Number,Date,Account,Amount,Subcategory,Memo",
      "PENDING,06/03/2027,20-00-00 12345678,9734.64,PENDING,VALE S",
      ",05/03/2027,20-00-00 12345678,1000.50,Counter Credit,ZOE",
    );
    expect(read(byNumber)).toMatchObject({ lines: [{}], left_out_lines: [{ line: 2, state: "PENDING" }] });
  });

  it("A Starling file is refused for an unknown state, a fee or another currency in columns which the bank has added", () => {
    const withColumn = (title: string, word: string) =>
      refusalOf(linesOf(`${starlingHeader},${title}`, `05/03/2027,ZOE,A,FASTER PAYMENT,1000.50,1000.50,${word}`));
    expect(withColumn("Status", "FOOBAR").message).toContain("FOOBAR");
    expect(withColumn("Currency", "EUR").message).toContain("EUR");
  });

  it("The file of a round is read until the due time", () => {
    const file = read(linesOf(...alderBankFile.split("\n").slice(0, 12)));
    expect(file).toMatchObject({ opening_balance_pence: 0, closing_balance_pence: 9_396_531 });
    expect(file.lines).toHaveLength(11);
  });

  it("A file with a gap in its balances is refused", () => {
    expect(refusalOf(alderBankFile.replace("6412.96,58478.26", "6412.96,52478.26"))).toEqual({
      code: "balance_gap",
      message:
        "Line 7 does not follow from line 6. The balance should be £58,478.26 and is £52,478.26. A line may be missing between them: export these days without a filter. Nothing was imported.",
    });
  });

  it("A refused file of a known bank names no button to change its columns, which that bank has not", () => {
    const header = "Date,Counter Party,Reference,Type,Amount (GBP),Balance (GBP),Status";
    const refused = (...lines: string[]) => refusalOf(linesOf(header, ...lines)).message;
    expect(refused("11/23/2026,R VALE,LARK-0001,FASTER PAYMENT,1050.00,1050.00,Settled")).toBe(
      'Line 2: "11/23/2026" cannot be read as a date such as 31/01/2027, 2027-01-31 or 31 Jan 2027. Look at line 2 in the file. Export these days from the bank again, or correct the line in a copy of the file. Nothing was imported.',
    );
  });

  it("A file with a line missing is refused, whichever line comes first", () => {
    const [header = "", ...lines] = alderBankFile.trim().split("\n");
    const without = lines.toSpliced(4, 1);
    expect(refusalOf(linesOf(header, ...without)).message).toContain("Line 6 does not follow from line 5.");
    expect(refusalOf(linesOf(header, ...without.toReversed())).message).toContain(
      "Line 11 does not follow from line 12.",
    );
  });

  it("A file with the newest line first is turned round", () => {
    const [header = "", ...lines] = alderBankFile.trim().split("\n");
    const turned = read(linesOf(header, ...lines.toReversed()));
    expect(turned).toMatchObject({ opening_balance_pence: 0, closing_balance_pence: 0 });
    expect(turned.lines.map(({ payer }) => payer)).toEqual(read(alderBankFile).lines.map(({ payer }) => payer));
    expect(turned.lines.map(({ line }) => line)).toEqual([16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
  });

  it("A file of one day with the newest line first is turned round by its balances", () => {
    const [header = "", ...lines] = alderBankFile.split("\n").slice(0, 5);
    expect(read(linesOf(header, ...lines.toReversed())).lines[0]).toMatchObject({ line: 5, payer: "AMARA OKAFOR" });
  });
});

describe("A file of a known bank is read", () => {
  it("Starling's file is read with its later columns", () => {
    const text = linesOf(
      `${starlingHeader},Spending Category,Notes`,
      "05/03/2027,MIRA SOLE,KDB2C RENT,FASTER PAYMENT,12.00,112.00,INCOME,",
    );
    expect(read(text)).toMatchObject({ format: "starling", opening_balance_pence: 10_000 });
  });

  it("The file of Lloyds, Halifax or TSB is read with the newest line first and a last empty column", () => {
    const text = linesOf(
      "Transaction Date,Transaction Type,Sort Code,Account Number,Transaction Description,Debit Amount,Credit Amount,Balance,",
      "06/03/2027,FPO,'40-11-22,01234567,TANSY LTD INVOICE 7,30.50,,81.75,",
      "05/03/2027,FPI,'40-11-22,01234567,M SOLE KDA7F3QX94,,12.25,112.25,",
    );
    expect(read(text)).toEqual({
      format: "lloyds",
      account_number: "01234567",
      lines: [
        {
          line: 3,
          date: "2027-03-05",
          payer: "M SOLE KDA7F3QX94",
          reference: "",
          amount_pence: 1225,
          balance_pence: 11_225,
          id: null,
        },
        {
          line: 2,
          date: "2027-03-06",
          payer: "TANSY LTD INVOICE 7",
          reference: "",
          amount_pence: -3050,
          balance_pence: 8175,
          id: null,
        },
      ],
      opening_balance_pence: 10_000,
      closing_balance_pence: 8175,
      ...all,
      sort_code: "401122",
    });
  });

  it("Barclays' file is read without balances", () => {
    const text = linesOf(
      "Number,Date,Account,Amount,Subcategory,Memo",
      " ,05/03/2027,20-99-99 01234567,12.25,Counter Credit,M SOLE\t KDA7F3QX94 BGC",
      " ,06/03/2027,20-99-99 01234567,-30.5,Payment,TANSY LTD",
    );
    const { lines, ...file } = read(text);
    expect(file).toEqual({
      format: "barclays",
      account_number: "01234567",
      ...all,
      sort_code: "209999",
      opening_balance_pence: null,
      closing_balance_pence: null,
    });
    expect(lines).toMatchObject([
      { line: 2, payer: "M SOLE KDA7F3QX94 BGC", amount_pence: 1225, balance_pence: null },
      { line: 3, payer: "TANSY LTD", amount_pence: -3050, balance_pence: null },
    ]);
  });

  it("The file of NatWest or RBS is read with blank lines, spaces in its header and a column too many", () => {
    const text = linesOf(
      ...["", "Date, Type, Description, Value, Balance, Account Name, Account Number", ""],
      `05 Mar 2027,BAC,"'SOLE M , KDA7F3QX94",12.25,112.25,"'CLUB CLIENT","'600001-01234567",`,
      `06/03/2027,CHP,"'TANSY LTD",-30.5,81.75,"'CLUB CLIENT","'600001-01234567",`,
    );
    expect(read(text)).toMatchObject({
      format: "natwest",
      account_number: "01234567",
      opening_balance_pence: 10_000,
      closing_balance_pence: 8175,
      lines: [
        { line: 4, date: "2027-03-05", payer: "SOLE M , KDA7F3QX94", amount_pence: 1225 },
        { line: 5, date: "2027-03-06", payer: "TANSY LTD", amount_pence: -3050 },
      ],
    });
  });

  const monzoHeader =
    "Transaction ID,Date,Time,Type,Name,Emoji,Category,Amount,Currency,Local amount,Local currency,Notes and #tags,Address,Receipt,Description,Category split,Money Out,Money In";

  it("Monzo Business's file is read with its numbers and without balances", () => {
    const text = linesOf(
      monzoHeader,
      "tx_a1,05/03/2027,09:00:00,Faster payment,Mira Sole,🪁,Income,12.25,GBP,12.25,GBP,,,,KDA7F3QX94,,,12.25",
      "tx_a2,06/03/2027,09:00:00,Faster payment,Tansy Ltd,,Costs,-30.50,GBP,-36.00,EUR,Invoice 7,,,,,-30.50,",
    );
    expect(read(text)).toMatchObject({
      format: "monzo",
      account_number: null,
      closing_balance_pence: null,
      lines: [
        { id: "tx_a1", payer: "Mira Sole", reference: "KDA7F3QX94", amount_pence: 1225 },
        { id: "tx_a2", payer: "Tansy Ltd", reference: "Invoice 7", amount_pence: -3050 },
      ],
    });
  });

  it("Monzo Business's file is read with balances", () => {
    const rows = ["112.25", "81.75"].map(
      (balance, place) =>
        `tx_${place},0${place + 5}/03/2027,09:00:00,Faster payment,Mira Sole,,Income,${["12.25", "-30.50"][place]},GBP,1,GBP,,,,KDA7F3QX94,,,,${balance},GBP`,
    );
    const text = linesOf(`${monzoHeader},Balance,Balance currency`, ...rows);
    expect(read(text)).toMatchObject({ opening_balance_pence: 10_000, closing_balance_pence: 8175 });
  });

  const revolutHeader =
    "Date started (UTC),Date completed (UTC),ID,Type,State,Description,Reference,Payer,Card number,Orig currency,Orig amount,Payment currency,Amount,Total amount,Exchange rate,Fee,Fee currency,Balance,Account,Beneficiary name,Sender name";

  it("Revolut Business's file is read by its completed lines and the total with the bank's fee", () => {
    const text = linesOf(
      revolutHeader,
      "2027-03-07,,r-3,TRANSFER,PENDING,To Oriel,,Ada,,GBP,5.00,GBP,-5.00,-5.00,,0.00,GBP,76.75,GBP Main,Oriel Ltd,",
      "2027-03-06,2027-03-06,r-2,TRANSFER,COMPLETED,To Tansy,Invoice 7,Ada,,GBP,30.00,GBP,-30.00,-30.50,,0.50,GBP,81.75,GBP Main,Tansy Ltd,",
      "2027-03-05,2027-03-05,r-1,TOPUP,COMPLETED,Money added from MIRA SOLE,KDA7F3QX94,,,GBP,12.25,GBP,12.25,12.25,,0.00,GBP,112.25,GBP Main,,MIRA SOLE",
    );
    expect(read(text)).toEqual({
      format: "revolut",
      account_number: null,
      lines: [
        {
          line: 4,
          date: "2027-03-05",
          payer: "MIRA SOLE",
          reference: "KDA7F3QX94",
          amount_pence: 1225,
          balance_pence: 11_225,
          id: "r-1",
        },
        {
          line: 3,
          date: "2027-03-06",
          payer: "Tansy Ltd",
          reference: "Invoice 7",
          amount_pence: -3050,
          balance_pence: 8175,
          id: "r-2",
        },
      ],
      opening_balance_pence: 10_000,
      closing_balance_pence: 8175,
      ...all,
      left_out_lines: [{ line: 2, state: "PENDING" }],
    });
  });

  it("Revolut Business's file is read with London days, and a sender only in its description", () => {
    const text = linesOf(
      `${revolutHeader.replace("Sender name", "Date completed (Europe/London)")}`,
      "2027-06-05,2027-06-05,r-1,TOPUP,COMPLETED,Money added from MIRA SOLE,KDA7F3QX94,,,GBP,12.25,GBP,12.25,12.25,,0.00,GBP,112.25,GBP Main,,2027-06-06",
    );
    expect(read(text).lines).toMatchObject([{ date: "2027-06-06", payer: "Money added from MIRA SOLE" }]);
  });
});

describe("A file of another bank that is known by its form", () => {
  it("Wise's file is read in pounds alone, with a number that is there twice and the other side by direction", () => {
    const header =
      "TransferWise ID,Date,Amount,Currency,Description,Payment Reference,Running Balance,Exchange From,Payer Name,Payee Name,Total fees";
    const lines = [
      "TRANSFER-1,06-03-2027,-30.50,GBP,Sent money to Tansy Ltd,Invoice 7,81.75,,,Tansy Ltd,0.50",
      "TRANSFER-1,05-03-2027,12.25,GBP,Received money from MIRA SOLE,KDA7F3QX94,112.25,,MIRA SOLE,,0.00",
    ];
    expect(read(linesOf(header, ...lines))).toMatchObject({
      format: "wise",
      opening_balance_pence: 10_000,
      closing_balance_pence: 8175,
      lines: [
        { date: "2027-03-05", payer: "MIRA SOLE", reference: "KDA7F3QX94", amount_pence: 1225, id: null },
        { payer: "Tansy Ltd", amount_pence: -3050 },
      ],
    });
    const inEuros = refusalOf(linesOf(header, ...lines.map((line) => line.replace("GBP,Rec", "EUR,Rec"))));
    expect(inEuros.message).toMatch(/^Line 3 is in "EUR"/);
  });

  it("Santander's text file is read in Latin-1", () => {
    const text = [
      ...["From:\u00a001/03/2027\u00a0to\u00a031/03/2027", "", "Account:\u00a0XXXX XXXX XXXX 4567", ""],
      ...["Date:\u00a006/03/2027", "Description:\u00a0BILL PAYMENT TO TANSY LTD REFERENCE INVOICE 7"],
      ...["Amount:\u00a0-30.50\u00a0", "Balance:\u00a081.75\u00a0", ""],
      ...["Date:\u00a005/03/2027", "Description:\u00a0FASTER PAYMENTS RECEIPT REF KDA7F3QX94 FROM SOLE M"],
      ...["Amount:\u00a01,012.25\u00a0", "Balance:\u00a0112.25\u00a0", ""],
    ].join("\r\n");
    expect(readBankFile(windows1252(text), { today })).toMatchObject({
      format: "santander",
      account_number: null,
      opening_balance_pence: -90_000,
      closing_balance_pence: 8175,
      lines: [
        { line: 10, payer: "FASTER PAYMENTS RECEIPT REF KDA7F3QX94 FROM SOLE M", amount_pence: 101_225 },
        { line: 5, date: "2027-03-06", amount_pence: -3050 },
      ],
    });
  });

  it("Santander's text file is refused where it is cut off in its last payment", () => {
    const [days, account] = ["From: 01/03/2027 to 31/03/2027", "Account: XXXX XXXX XXXX 4567"];
    const record = ["Date: 05/03/2027", "Description: M SOLE", "Amount: 12.25", "Balance: 12.25"];
    const of = (lines: string[]) => linesOf(days, "", account, "", ...record, "", ...lines);
    expect(read(of([])).account_end).toBe("4567");
    for (const kept of [1, 2, 3])
      expect(refusalOf(of([...record.slice(0, kept)])).message).toMatch(
        /^The file cannot be read from line 10 on: it may be cut/,
      );
  });

  const hsbc = ['05/03/2027,MIRA SOLE KDA7F3QX94 CR,"1,012.25"', "06/03/2027,TANSY LTD INVOICE 7 BP,-30.50"];
  const withoutHeader = (text: string) => readBankFile(utf8(text), { today, isWithoutHeader: true });

  it("HSBC's file is read without a header, once nobody has named its columns", () => {
    expect(refusalOf(linesOf(...hsbc)).code).toBe("unknown_bank_format");
    expect(withoutHeader(linesOf(...hsbc))).toMatchObject({
      format: "hsbc",
      closing_balance_pence: null,
      lines: [
        { line: 1, date: "2027-03-05", payer: "MIRA SOLE KDA7F3QX94 CR", amount_pence: 101_225 },
        { line: 2, amount_pence: -3050 },
      ],
    });
    const balances = ['"1,012.25"', "981.75"];
    expect(withoutHeader(linesOf(...hsbc.map((line, place) => `${line},${balances[place]}`)))).toMatchObject({
      opening_balance_pence: 0,
      closing_balance_pence: 98_175,
    });
  });

  it.each([
    ["three numbers", ["05/03/2027,12.25,30.50"]],
    ["money in and out apart", ["05/03/2027,MIRA,12.25,", "06/03/2027,TANSY,,30.50"]],
    ["a text for an amount", ["05/03/2027,MIRA,KDA7"]],
    ["days in another order", ["03/25/2027,MIRA,12.25"]],
  ])("A file is unknown without a header and with %s", (_, lines) => {
    expect(() => withoutHeader(linesOf(...lines))).toThrow(expect.objectContaining({ code: "unknown_bank_format" }));
  });
});

describe("A file with columns that an admin named", () => {
  const mapping = mappingOf({
    date: "Day",
    payer: "Who",
    reference: "What",
    amount: "Sum",
    balance: "Left",
    id: "No.",
    date_order: "month_first",
  });
  const text = linesOf("No.;Day;Who;What;Sum;Left", "7;03/05/2027;Mira Sole;KDA7F3QX94;(12.25);87.75");

  it("A file is read by columns that an admin named", () => {
    expect(read(text, mapping)).toMatchObject({
      format: "mapping",
      opening_balance_pence: 10_000,
      closing_balance_pence: 8775,
      lines: [{ id: "7", date: "2027-03-05", payer: "Mira Sole", reference: "KDA7F3QX94", amount_pence: -1225 }],
    });
  });

  it("A file is read with money in and out apart, and one text for payer and reference", () => {
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

  it("A file is read by the first of two columns with one name", () => {
    const twice = linesOf("Day,Who,What,Sum,Sum,Left,No.", "03/05/2027,M SOLE,A,12.25,99.00,112.25,7");
    expect(read(twice, mapping).lines).toMatchObject([{ amount_pence: 1225 }]);
  });

  it("Balances are checked over lines that have none", () => {
    const some = (balance: string) =>
      linesOf(
        ...["No.,Day,Who,What,Sum,Left", "1,03/05/2027,M,A,1.00,", "2,03/05/2027,M,A,2.00,103.00"],
        ...["3,03/05/2027,M,A,4.00,", `4,03/05/2027,M,A,8.00,${balance}`, "5,03/05/2027,M,A,16.00,"],
      );
    expect(read(some("115.00"), mapping)).toMatchObject({
      opening_balance_pence: 10_000,
      closing_balance_pence: 11_500,
      left_out_lines: [{ line: 6, state: "on its way, not counted" }],
    });
    expect(refusalOf(some("111.00"), mapping).message).toContain(
      "Line 5 does not follow from line 4. The balance should be £115.00 and is £111.00.",
    );
  });

  it("Named columns count before a known bank's, and a known bank's count without them", () => {
    const other = mappingOf({ date: "Date", payer: "Reference", amount: "Amount (GBP)", date_order: "year_first" });
    const days = alderBankFile.replaceAll(/(\d\d).(\d\d).(\d{4}),/g, "$3-$2-$1,");
    expect(read(days, other)).toMatchObject({ format: "mapping", closing_balance_pence: null });
    expect(read(alderBankFile, mapping)).toMatchObject({ format: "starling" });
  });

  it.each([null, "Debit/Credit"])(
    "A column Debit/Credit holds the amounts where it is named for them: %s",
    (direction) => {
      const santander = mappingOf({
        date: "Date",
        payer: "Text",
        amount: "Debit/Credit",
        balance: "Balance",
        direction,
      });
      const file = linesOf(
        "Date;Text;Debit/Credit;Balance",
        "03/05/2027;Mira Sole;£83,200.00;£83,200.00",
        "04/05/2027;Fern Ltd;(£50,000.00);£33,200.00",
      );
      expect(read(file, santander).lines.map(({ amount_pence }) => amount_pence)).toEqual([8_320_000, -5_000_000]);
      const paidIn = linesOf("Date;Text;Debit/Credit;Balance", "03/05/2027;Mira Sole;£83,200.00;£83,200.00");
      expect(read(paidIn, santander).lines).toMatchObject([{ amount_pence: 8_320_000 }]);
    },
  );

  it("A file without named columns is of an unknown bank", () => {
    expect(refusalOf(text)).toEqual({
      code: "unknown_bank_format",
      message: "The columns of this file are not known. Please say which is which.",
    });
    expect(() => read(text)).toThrow(
      expect.objectContaining({ columns: ["No.", "Day", "Who", "What", "Sum", "Left"] }),
    );
  });
});

describe("Currency, state and fee", () => {
  const mapping = mappingOf({ date: "Date", payer: "Payer Name", reference: "Payment Reference", amount: "Amount" });
  const wise = (...rows: string[]) =>
    linesOf("TransferWise ID,Date,Amount,Currency,Description,Payment Reference,Running Balance,Payer Name", ...rows);
  const inPounds = "TRANSFER-1,05-01-2027,5000.00,GBP,Received,KDL-AB12,5000.00,R VALE";
  const inEuros = "TRANSFER-2,06-01-2027,100.00,EUR,Received,KDL-AB13,100.00,S ASH";

  it("A line in euros refuses the file, whether the currency's column is named or not", () => {
    const message =
      'Line 3 is in "EUR". Only payments in GBP are read: choose the file of the account in pounds. Nothing was imported.';
    for (const given of [mapping, { ...mapping, currency: "Currency" }])
      expect(refusalOf(wise(inPounds, inEuros), given).message).toBe(message);
    expect(read(wise(inPounds), mapping).lines).toMatchObject([{ payer: "R VALE", amount_pence: 500_000 }]);
    expect(refusalOf(wise(inPounds.replace("GBP", "")), mapping).message).toContain('Line 2 is in "".');
  });

  it.each(["Payment currency", "Currency code", "Source currency", "CCY", "Account Currency"])(
    "The currency in a column %s counts",
    (title) => {
      const text = linesOf(`Date,Payer Name,Payment Reference,Amount,${title}`, "05/01/2027,R VALE,A,5.00,USD");
      expect(refusalOf(text, mapping).message).toContain('Line 2 is in "USD".');
    },
  );

  it.each(["Local currency", "Fee currency", "Original currency", "Balance currency"])(
    "The currency in a column %s says nothing of the payment",
    (title) => {
      const text = linesOf(`Date,Payer Name,Payment Reference,Amount,${title}`, "05/01/2027,R VALE,A,5.00,USD");
      expect(read(text, mapping).lines).toHaveLength(1);
    },
  );

  it.each(["Amount (EUR)", "Amount EUR", "Amount €", "Amount ($)"])(
    "An amount in a column %s is not in pounds",
    (title) => {
      const text = linesOf(`Date,Payer Name,Payment Reference,${title}`, "05/01/2027,R VALE,A,5.00");
      expect(refusalOf(text, { ...mapping, amount: title }).message).toBe(
        `The column ${title} is not in pounds. Only payments in GBP are read: choose the file of the account in pounds. Nothing was imported.`,
      );
    },
  );

  const personal = (...rows: string[]) =>
    linesOf("Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance", ...rows);
  const ofPersonal = mappingOf({ date: "Completed Date", payer: "Description", amount: "Amount" });
  const paid = "TOPUP,Current,2027-01-25 09:59:00,2027-01-25 10:00:05,R VALE KDL-AB12,50.00,0.00,GBP,COMPLETED,150.00";
  const back = "TOPUP,Current,2027-01-26 09:59:00,2027-01-26 10:00:05,S ASH,70.00,0.00,GBP,REVERTED,";

  it("A payment that was reverted is left out, and this is said", () => {
    for (const given of [ofPersonal, { ...ofPersonal, state: "State" }])
      expect(read(personal(paid, back), given)).toMatchObject({
        lines: [{ line: 2, date: "2027-01-25", amount_pence: 5000 }],
        left_out_lines: [{ line: 3, state: "REVERTED" }],
      });
    expect(refusalOf(personal(back), ofPersonal).message).toContain("This file has no payments.");
  });

  it.each(["PENDING", "Declined", "failed", "Cancelled"])("A line is left out that is %s", (state) => {
    expect(read(personal(paid, back.replace("REVERTED", state)), ofPersonal).left_out_lines).toEqual([
      { line: 3, state },
    ]);
  });

  it("A state in a word that nobody knows refuses the file, and so does a gap among the states", () => {
    expect(refusalOf(personal(paid, back.replace("REVERTED", "HELD")), ofPersonal).message).toContain(
      'Line 3 says "HELD" in the column State. Only payments that are completed are read',
    );
    expect(refusalOf(personal(paid, back.replace("REVERTED", "")), ofPersonal).message).toContain('Line 3 says ""');
    expect(read(personal(paid.replace("COMPLETED", "")), ofPersonal).lines).toHaveLength(1);
  });

  const sent = (amount: string, fee: string, balance: string) =>
    `TRANSFER,Current,2027-01-27 09:59:00,2027-01-27 10:00:05,TANSY LTD,${amount},${fee},GBP,COMPLETED,${balance}`;

  it("A fee comes off the amount where the balance says so", () => {
    const text = personal(paid, sent("-30.00", "0.50", "119.50"));
    const withBalance = { ...ofPersonal, balance: "Balance" };
    expect(read(text, withBalance)).toMatchObject({
      opening_balance_pence: 10_000,
      closing_balance_pence: 11_950,
      lines: [{ amount_pence: 5000 }, { amount_pence: -3050 }],
    });
    expect(read(text.replace("119.50", "120.00"), withBalance).lines[1]).toMatchObject({ amount_pence: -3000 });
    expect(refusalOf(text.replace("119.50", "118.00"), withBalance).code).toBe("balance_gap");
  });

  it("A fee that nothing explains refuses the file, unless its column is named", () => {
    const text = personal(paid, sent("-30.00", "0.50", "119.50"));
    expect(refusalOf(text, ofPersonal).message).toBe(
      "Line 3 has £0.50 in the column Fee, and nothing shows whether the amount includes it. Press Change columns, and choose the column of the balance or of the fee. If the file has no balance, export these days with it. Nothing was imported.",
    );
    expect(read(text, { ...ofPersonal, fee: "Fee" }).lines[1]).toMatchObject({ amount_pence: -3050 });
    expect(read(personal(paid), ofPersonal).lines).toHaveLength(1);
  });

  it("Revolut Business's states and fees are read with times in UTC, and before the bank had a total", () => {
    const header =
      "Date started (UTC),Date completed (UTC),ID,Type,State,Description,Reference,Payer,Payment currency,Amount,Fee,Balance,Account";
    const text = linesOf(
      header,
      "2027-06-30 23:29:00,2027-06-30 23:30:00,r-2,TRANSFER,COMPLETED,To Tansy,Invoice 7,Ada,GBP,-30.00,0.50,81.75,GBP Main",
      "2027-06-29 10:00:00,2027-06-29 10:00:00,r-1,TOPUP,COMPLETED,From MIRA SOLE,KDA7F3QX94,,GBP,12.25,0.00,112.25,GBP Main",
    );
    expect(read(text)).toMatchObject({
      format: "revolut",
      opening_balance_pence: 10_000,
      closing_balance_pence: 8175,
      lines: [
        { id: "r-1", date: "2027-06-29", amount_pence: 1225 },
        { id: "r-2", date: "2027-07-01", amount_pence: -3050 },
      ],
    });
  });
});

describe("A debit among amounts without a sign", () => {
  const mapping = mappingOf({ date: "Date", payer: "Description", amount: "Amount" });
  const rows = (title: string, [paidIn, paidOut]: [string, string]) =>
    linesOf(`Date,${title},Description,Amount`, `05/01/2027,${paidIn},R VALE,50.00`, `06/01/2027,${paidOut},FEE,1.00`);

  it.each<[string, [string, string]]>([
    ["Debit/Credit", ["C", "D"]],
    ["CR/DR", ["CR", "DR"]],
    ["Credit Debit Indicator", ["CRDT", "DBIT"]],
    ["Direction", ["in", "OUT"]],
    ["Type", ["Credit", "Debit"]],
    ["Transaction type", ["credit", "debit"]],
  ])("A debit without a sign is read as money out by the column %s, which nobody has to name", (title, words) => {
    const { lines, left_out_columns } = read(rows(title, words), mapping);
    expect([lines.map(({ amount_pence }) => amount_pence), left_out_columns]).toEqual([[5000, -100], []]);
  });

  it("A debit without a sign is read as money out by a column that was named", () => {
    const given = { ...mapping, direction: "Art" };
    expect(read(rows("Art", ["CR", "DR"]), given).lines).toMatchObject([
      { amount_pence: 5000 },
      { amount_pence: -100 },
    ]);
    expect(refusalOf(rows("Art", ["CR", "Reversal"]), given).message).toBe(
      'Line 3 says "Reversal" in the column Art. It should say debit or credit: the amounts have no sign, and nobody can tell whether this one came in or went out. Look at line 3 in the file. If a column was matched wrongly, press Change columns; if not, export these days from the bank again, or correct the line in a copy of the file. Nothing was imported.',
    );
  });

  it("Signs that are there stay, and a column of other types says nothing", () => {
    const signed = rows("Type", ["CREDIT", "DEBIT"]).replace("1.00", "-1.00");
    expect(read(signed, mapping).lines).toMatchObject([{ amount_pence: 5000 }, { amount_pence: -100 }]);
    expect(read(rows("Type", ["FPI", "Debit"]), mapping).lines[1]).toMatchObject({ amount_pence: 100 });
  });
});

describe("What is no payment", () => {
  const mapping = mappingOf({ date: "Date", payer: "Text", amount: "Amount", balance: "Balance" });
  const [header, first] = ["Date,Text,Amount,Balance", "05/01/2027,R VALE,50.00,50.00"];

  it.each([
    ["an opening and a closing balance", [header, ",Opening balance,,0.00", first, "Closing balance,,,50.00"], 2],
    [
      "balances of a day",
      [
        ...[header, "05/01/2027,Opening balance,,0.00", first, "06/01/2027,BALANCE CARRIED FORWARD,,50.00"],
        ...["06/01/2027,BALANCE BROUGHT FORWARD,,50.00", "06/01/2027,Closing balance,,50.00"],
      ],
      4,
    ],
    ["the header of another page", [header, first, header, "06/01/2027,S ASH,1.00,51.00"], 1],
    ["words below a blank line", [header, first, "", "End of report", "All times are local"], 2],
  ])("A line that is no payment is left out and counted: %s", (_name, lines, lines_without_payment) => {
    const file = read(linesOf(...lines), mapping);
    expect(file).toMatchObject({ lines_without_payment, opening_balance_pence: 0 });
    expect(file.lines[0]).toMatchObject({ date: "2027-01-05", amount_pence: 5000 });
  });

  it("A line that is no payment can have a day, where its balance shows that nothing moved", () => {
    const notice = "06/01/2027,NOTICE,,50.00";
    expect(read(linesOf(header, first, notice), mapping).lines).toHaveLength(1);
    expect(refusalOf(linesOf(header, first, notice.replace("50.00", "51.00")), mapping).code).toBe("balance_gap");
    expect(refusalOf(linesOf(header, notice, "07/01/2027,S ASH,1.00,51.00"), mapping).message).toContain('Line 2: ""');
  });

  it("A sum, or a line that is cut off, is refused and not left out", () => {
    expect(refusalOf(linesOf(header, first, "Total,,50.00,"), mapping).message).toContain('Line 3: "Total"');
    expect(refusalOf(linesOf(header, first, "06/01/2027"), mapping).message).toContain("Line 3 has 1 columns");
  });
});

describe("The form of a file", () => {
  it.each(["gbp", "£"])("A currency is pounds under the name %s", (currency) => {
    const text = linesOf("Date,Text,Amount,Currency", `05/01/2027,R VALE,50.00,${currency}`);
    expect(read(text, mappingOf({ date: "Date", payer: "Text", amount: "Amount" })).lines).toHaveLength(1);
  });

  it("A file with days in another order than was chosen says so", () => {
    const text = linesOf("Date,Text,Amount", "01/26/2027,R VALE,50.00");
    expect(refusalOf(text, mappingOf({ date: "Date", payer: "Text", amount: "Amount" })).message).toBe(
      'Line 2: "01/26/2027" is no date in the order that was chosen for this bank. Change the columns and choose how its dates are written. Nothing was imported.',
    );
  });

  it("A line of £0.00, which moves nothing, is counted", () => {
    const mapping = mappingOf({ date: "Date", payer: "Text", amount: "Amount" });
    const file = read(linesOf("Date,Text,Amount", "23/11/2026,R VALE,50.00", "25/11/2026,Card check,0.00"), mapping);
    expect([file.lines.length, file.zero_lines]).toEqual([1, 1]);
  });

  it("A file with a day in the future that another order has in the past says so", () => {
    const mapping = mappingOf({ date: "Date", payer: "Text", amount: "Amount" });
    const refused = (day: string) => refusalOf(linesOf("Date,Text,Amount", `${day},R VALE,50.00`), mapping).message;
    expect(refused("03/12/2027")).toBe(
      "Line 2 is of 3 December 2027, which is in the future. The bank may write day and month in another order: choose it under Change columns. Nothing was imported.",
    );
    expect(refused("13/12/2027")).toContain("in the future. Choose the days up to today");
  });

  it("A file without columns is refused with what to choose", () => {
    const santander = "From: 01/01/2027 to 31/01/2027\n\nDate: 05/01/2027\nDescription: R VALE\nAmount: 50.00\n";
    expect(refusalOf(santander)).toEqual({
      code: "invalid_body",
      message:
        "This file has no columns that could be read. Choose CSV where the bank lets you export payments. Nothing was imported.",
    });
  });

  const mapping = mappingOf({
    date: "Date",
    payer: "Description",
    paid_in: "Paid in",
    paid_out: "Paid out",
    balance: "Balance",
  });
  const nationwide = linesOf(
    '"Account Name:","Business ****12345"',
    '"Account Balance:","£4,970.00"',
    '"Available Balance: ","£4,970.00"',
    "",
    '"Date","Transaction type","Description","Paid out","Paid in","Balance"',
    '"05 Jan 2027","Bank credit","R Vale KDL-AB12","","£5,000.00","£5,000.00"',
    '"06-Jan-27","Payment","Tansy Ltd","-£30.00","","£4,970.00"',
  );

  it("A file can have a preamble, a year of two digits, and a minus in the column of money out", () => {
    expect(readBankFile(windows1252(nationwide), { today })).toMatchObject({
      format: "nationwide",
      account_end: "12345",
      lines_above_header: 3,
      closing_balance_pence: 497_000,
      lines: [{ payer: "R Vale KDL-AB12" }, { amount_pence: -3000 }],
    });
    expect(readBankFile(windows1252(nationwide), { today, mapping })).toMatchObject({
      lines_above_header: 3,
      left_out_columns: ["Transaction type"],
      lines: [
        { line: 6, date: "2027-01-05", amount_pence: 500_000 },
        { line: 7, date: "2027-01-06", amount_pence: -3000 },
      ],
    });
  });

  it.each<[string[], string | null, string | null]>([
    [["Account Number,99999999", "Sort Code,20-11-11"], "99999999", "201111"],
    [["Sort Code,20 11 11,Account No.,99999999"], "99999999", "201111"],
    [["Sort Code,Account Number", "20-11-11,99999999"], "99999999", "201111"],
    [["Account: 20-11-11 99999999"], "99999999", "201111"],
    [["Current account, 20-11-11 / 99999999"], "99999999", "201111"],
    [["IBAN,GB33BARC20111199999999"], "99999999", "201111"],
    [["IBAN: GB33 BARC 2011 1199 9999 99"], "99999999", "201111"],
    [["A/C 99999999"], "99999999", null],
    [["Account name,Hazel 20301234 Ltd", "Exported on,20270301", "Account balance,1234.56"], null, null],
  ])("A file says its account above its header: %s", (above, account_number, sort_code) => {
    const text = linesOf(
      ...above,
      "Date,Description,Amount,Balance",
      "05/01/2027,R VALE,5.00,5.00",
      "06/01/2027,T,1.00,6.00",
    );
    expect(read(text, mappingOf({ date: "Date", payer: "Description", amount: "Amount" }))).toMatchObject({
      account_number,
      sort_code,
      lines_above_header: above.length,
    });
  });

  it("A file of money out with and without a minus is refused", () => {
    const mixed = nationwide + linesOf('"07 Jan 2027","Payment","Oriel Ltd","£1.00","","£4,969.00"');
    expect(refusalOf(windows1252(mixed), mapping).message).toContain('Line 7: "-£30.00" cannot be read as an amount');
  });

  it("A file can be without a header: its columns have numbers", () => {
    const text = linesOf("05/01/2027,R VALE KDL-AB12,5000.00", "06/01/2027,TANSY LTD,-30.00");
    expect(() => read(text)).toThrow(expect.objectContaining({ columns: ["Column 1", "Column 2", "Column 3"] }));
    const numbered = mappingOf({ date: "Column 1", payer: "Column 2", amount: "Column 3" });
    expect(read(text, numbered).lines).toMatchObject([
      { line: 1, amount_pence: 500_000 },
      { line: 2, amount_pence: -3000 },
    ]);
  });

  it("A file can have moments for days, and Excel's own first line", () => {
    const header = "id,created,amount,currency,description,notes";
    const moments = mappingOf({
      date: "created",
      payer: "description",
      reference: "notes",
      amount: "amount",
      id: "id",
    });
    const text = linesOf(header, "tx_1,2027-01-05T10:11:12Z,5000.00,GBP,R Vale,KDL-AB12");
    expect(read(text, moments).lines).toMatchObject([{ date: "2027-01-05", id: "tx_1", reference: "KDL-AB12" }]);
    expect(read(`sep=,\n${text}`, moments).lines).toMatchObject([{ line: 3, date: "2027-01-05" }]);
  });

  it("A file with a day after today is refused", () => {
    const text = linesOf(starlingHeader, "02/07/2027,MIRA,A,FASTER PAYMENT,12.25,112.25");
    expect(refusalOf(text).message).toBe(
      "Line 2 is of 2 July 2027, which is in the future. Choose the days up to today where the bank lets you export payments; if the date is wrong, correct it in a copy of the file. Nothing was imported.",
    );
    expect(read(text.replace("02/07", "01/07")).lines).toHaveLength(1);
  });

  it.each([
    ["!Type:Bank\nD05/01/2027\n", "a QIF file"],
    ['{"transactions": []}', "a JSON file"],
    ["%PDF-1.7\n1 0 obj\n", "a PDF"],
    ["PK\u0003\u0004", "an Excel workbook"],
  ])("The format of %j is named, with what to choose", (bytes, format) => {
    expect(refusalOf(windows1252(bytes))).toEqual({
      code: "invalid_body",
      message: `This is ${format}. Please download CSV or OFX. Nothing was imported.`,
    });
  });
});

describe("The text of a file", () => {
  const row = "05/03/2027,ZOË ÅKE,£ KDA7F3QX94,FASTER PAYMENT,£12.25,112.25";
  const text = linesOf(starlingHeader, row);

  it.each([
    ["UTF-8", utf8(text)],
    ["UTF-8 with a byte order mark", utf8(`\uFEFF${text}`)],
    ["Windows-1252", windows1252(text)],
  ])("The text of a file is read in %s", (_encoding, bytes) => {
    expect(readBankFile(bytes, { today }).lines).toMatchObject([{ payer: "ZOË ÅKE", amount_pence: 1225 }]);
  });

  it.each(["\r\n", "\r"])("A file is read with lines that end with %j, some with others", (ending) => {
    expect(read(alderBankFile.replaceAll("\n", ending)).lines).toHaveLength(15);
    expect(read(alderBankFile.replace("\n26", `${ending}26`)).lines).toHaveLength(15);
  });

  it("A file's lines are counted also within quotation marks", () => {
    const quoted = linesOf(
      ...["", starlingHeader, '05/03/2027,"MIRA', 'SOLE, ""M""",A,FASTER PAYMENT,12.25,112.25', ""],
      "06/03/2027,TANSY,B,FASTER PAYMENT,x,81.75",
    );
    expect(refusalOf(quoted).message).toContain('Line 6: "x" cannot be read as an amount');
    const [line] = read(quoted.replace(",x,", ",-30.50,")).lines;
    expect(line).toMatchObject({ line: 3, payer: 'MIRA SOLE, "M"' });
  });

  it("A file is read without lines that move nothing, which still count as lines", () => {
    const checked = linesOf(
      ...[starlingHeader, "05/03/2027,M,A,CHECK,0.00,100.00", "05/03/2027,MIRA,A,FASTER PAYMENT,12.25,112.25"],
    );
    expect(read(checked)).toMatchObject({ opening_balance_pence: 10_000, lines: [{ line: 3, payer: "MIRA" }] });
  });

  it("A file's texts lose invisible characters, and whatever is longer than banks send", () => {
    const long = linesOf(starlingHeader, `05/03/2027,MI\u202eRA\u0007,${"😀".repeat(150)},FASTER PAYMENT,12.25,112.25`);
    const [line] = read(long).lines;
    expect(line?.payer).toBe("MI RA");
    expect(line?.reference).toBe("😀".repeat(100));
  });
});

describe("Nothing is read of", () => {
  const row = (text: string) => linesOf(starlingHeader, text);

  it("Nothing is read of a file above 2 MB", () => {
    expect(refusalOf(utf8(alderBankFile + "\n".repeat(2 * 1024 * 1024)))).toEqual({
      code: "invalid_body",
      message: "This file has more than 2 MB. Choose fewer days at once: lines that are here already are left out",
    });
  });

  it("Nothing is read of a file of more than 5,000 lines, blank ones aside", () => {
    const line = "05/03/2027,MIRA,A,FASTER PAYMENT,1.00,\n";
    expect(refusalOf(`${starlingHeader}\n${line.repeat(5001)}`)).toEqual({
      code: "invalid_body",
      message:
        "This file has more than 5,000 lines. Choose fewer days at once: lines that are here already are left out",
    });
    expect(read(`${starlingHeader}\n${`${line}\n\n`.repeat(5000)}`).lines).toHaveLength(5000);
  });

  it.each([
    ["a picture", windows1252("\u0089PNG\0\0"), "invalid_body", "This file is no text."],
    ["nothing", "\n", "invalid_body", "This file has no payments."],
    ["lines that move nothing", row("05/03/2027,M,A,CHECK,0.00,9.00"), "invalid_body", "This file has no payments."],
    ["a header", `${starlingHeader}\n`, "invalid_body", "This file has no payments."],
  ])("Nothing is read of a file that holds %s", (_name, bytes, code, message) => {
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
  ])("Nothing is read of a file with %s", (_name, text, message) => {
    const refusal = refusalOf(row(text));
    expect(refusal.code).toBe("invalid_body");
    expect(refusal.message).toContain(message);
    expect(refusal.message).toContain(
      "Look at line 2 in the file. Export these days from the bank again, or correct the line in a copy of the file. Nothing was imported.",
    );
  });

  it.each([
    ["neither paid in nor out", ",", "Line 2 has no amount, or is both paid in and paid out."],
    ["paid in and out", "1.00,2.00", "Line 2 has no amount, or is both paid in and paid out."],
    ["less than nothing paid in", "-2.00,", 'Line 2: "-2.00" cannot be read as an amount'],
  ])("Nothing is read of a file with a line that is %s", (_name, amounts, message) => {
    const mapping = mappingOf({ date: "Day", payer: "Who", paid_in: "In", paid_out: "Out" });
    expect(refusalOf(linesOf("Day,Who,In,Out,End", `05/03/2027,M,${amounts},x`), mapping).message).toContain(message);
  });

  it("Nothing is read of a file of two accounts at once", () => {
    const text = linesOf(
      "Number,Date,Account,Amount,Subcategory,Memo",
      ",05/03/2027,20-99-99 01234567,12.25,Payment,A",
      ",05/03/2027,20-99-99 07654321,12.25,Payment,B",
    );
    expect(refusalOf(text).message).toBe(
      "Line 3 is of another account than line 2. Choose the account of this deal alone where the bank lets you export payments. Nothing was imported.",
    );
  });

  it("Nothing is read of a file with another currency, or with a transaction's number twice", () => {
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
