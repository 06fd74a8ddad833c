import { describe, expect, it } from "vitest";
import { lineKeys } from "../bank-lines/import-bank-file.ts";
import { BankFileError } from "./bank-file.ts";
import { readBankFile } from "./read-bank-file.ts";

const today = "2027-06-30";
const read = (text: string, encoding: BufferEncoding = "utf8") => readBankFile(Buffer.from(text, encoding), { today });

function refusalOf(text: string) {
  try {
    read(text);
  } catch (error) {
    if (error instanceof BankFileError) return [error.code, error.message] as const;
    throw error;
  }
  return undefined;
}

/** Day, pence, name, reference. */
const payments: [string, number, string, string][] = [
  ["2027-05-18", 166_484, "AMARA OKAFOR", "KDF2R3QX9A"],
  ["2027-05-18", 244_031, "BEN LINDQVIST & CO", "KDF2RC2VTB"],
  ["2027-05-19", 127_643, "DANIEL PRICE", "KDF2R7HKM5"],
  ["2027-05-21", -199_987, "FERN ROBOTICS LTD", "SUBSCRIPTION"],
  ["2027-05-21", 166_484, "AMARA OKAFOR", "KDF2R3QX9A"],
];
const pounds = (pence: number, mark = ".") => {
  const digits = String(Math.abs(pence)).padStart(3, "0");
  return `${digits.slice(0, -2)}${mark}${digits.slice(-2)}`;
};
const balances = payments.map((_, place) => payments.slice(0, place + 1).reduce((sum, [, pence]) => sum + pence, 0));
const closing = balances.at(-1) ?? 0;
const digitsOf = (day: string) => day.replaceAll("-", "");

const ofxLines = (end: (name: string) => string) =>
  payments.map(
    ([day, pence, name, reference], place) =>
      `<STMTTRN><TRNTYPE>${pence < 0 ? "DEBIT" : "CREDIT"}${end("TRNTYPE")}<DTPOSTED>${digitsOf(day)}000000[0:GMT]${end("DTPOSTED")}` +
      `<TRNAMT>${pence < 0 ? "-" : ""}${pounds(pence)}${end("TRNAMT")}<FITID>${["A1", "A2", "A3", "A4", "A1"][place]}${end("FITID")}` +
      `<NAME>${name.replace("&", "&amp;")}${end("NAME")}<MEMO>${reference}${end("MEMO")}</STMTTRN>`,
  );
const ofx = (header: string, end: (name: string) => string, { asOf = "20270521", currency = "GBP" } = {}) =>
  `${header}<OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>0${end("CODE")}</STATUS></SONRS></SIGNONMSGSRSV1>
<BANKMSGSRSV1><STMTTRNRS><TRNUID>1${end("TRNUID")}<STMTRS><CURDEF>${currency}${end("CURDEF")}
<BANKACCTFROM><BANKID>608371${end("BANKID")}<ACCTID>12345678${end("ACCTID")}<ACCTTYPE>CHECKING${end("ACCTTYPE")}</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20270518${end("DTSTART")}<DTEND>20270521${end("DTEND")}
${ofxLines(end).join("\n")}
</BANKTRANLIST><LEDGERBAL><BALAMT>${pounds(closing)}${end("BALAMT")}<DTASOF>${asOf}${end("DTASOF")}</LEDGERBAL>
</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;
const ofx1Header = "OFXHEADER:100\r\nDATA:OFXSGML\r\nVERSION:102\r\nENCODING:USASCII\r\nCHARSET:1252\r\n\r\n";
const ofx1 = (options?: Parameters<typeof ofx>[2]) => ofx(ofx1Header, () => "\r\n", options);
const ofx2 = ofx('<?xml version="1.0"?>\n<?OFX OFXHEADER="200" VERSION="211"?>\n', (name) => `</${name}>`);

const entry = ([day, pence, name, reference]: (typeof payments)[number], more = "") => `
  <Ntry><Amt Ccy="GBP">${pounds(pence)}</Amt><CdtDbtInd>${pence < 0 ? "DBIT" : "CRDT"}</CdtDbtInd>${more}<Sts>BOOK</Sts>
    <BookgDt><Dt>${day}</Dt></BookgDt><AcctSvcrRef>S${pence}</AcctSvcrRef>
    <NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>
      <RltdPties><${pence < 0 ? "Cdtr" : "Dbtr"}><Nm>${name.replace("&", "&amp;")}</Nm></${pence < 0 ? "Cdtr" : "Dbtr"}></RltdPties>
      <RmtInf><Ustrd>${reference}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;
const balanceOf = (code: string, pence: number) => `
  <Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="GBP">${pounds(pence)}</Amt>
    <CdtDbtInd>${pence < 0 ? "DBIT" : "CRDT"}</CdtDbtInd><Dt><Dt>2027-05-21</Dt></Dt></Bal>`;
const statement = (entries: string, opening: number, closing: number) => `
<Stmt><Id>1</Id><Acct><Id><IBAN>GB94STAR60837112345678</IBAN></Id><Ccy>GBP</Ccy></Acct>
${balanceOf("OPBD", opening)}${balanceOf("CLBD", closing)}${entries}</Stmt>`;
const camt = (...statements: string[]) => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr>
${statements.join("")}</BkToCstmrStmt></Document>`;
const wholeCamt = camt(statement(payments.map((payment) => entry(payment)).join(""), 0, closing));

const mt940Line = ([day, pence, name, reference]: (typeof payments)[number], place: number) =>
  `:61:${digitsOf(day).slice(2)}${digitsOf(day).slice(4)}${pence < 0 ? "D" : "C"}${pounds(pence, ",")}NTRFNONREF//B${place}
:86:/NAME/${name}/REMI/${reference}`;
const mt940 = `{1:F01STARGB2LXXXX0000000000}{2:I940STARGB2LXXXXN}{4:
:20:STATEMENT
:25:GB94STAR60837112345678
:28C:1/1
:60F:C270517GBP0,
${payments.map(mt940Line).join("\n")}
:62F:C270521GBP${pounds(closing, ",")}
:86:SOME WORDS ABOUT ALL OF IT
-}`;

const starling = `Date,Counter Party,Reference,Type,Amount (GBP),Balance (GBP)
${payments
  .map(([day, pence, name, reference], place) => {
    const [year, month, dayOfMonth] = day.split("-");
    return `${dayOfMonth}/${month}/${year},${name},${reference},FPS,${pence < 0 ? "-" : ""}${pounds(pence)},${pounds(balances[place] ?? 0)}`;
  })
  .join("\n")}
`;

describe("The payments of a round", () => {
  const facts = ({ lines, opening_balance_pence, closing_balance_pence }: ReturnType<typeof read>) => ({
    opening_balance_pence,
    closing_balance_pence,
    lines: lines.map(({ date, amount_pence, payer, reference }) => [date, amount_pence, payer, reference]),
  });
  const expected = facts(read(starling));

  it.each([
    ["ofx", ofx1()],
    ["ofx", ofx2],
    ["camt", wholeCamt],
    ["mt940", mt940],
  ])("The payments of a round are the same from CSV and %s", (format, text) => {
    const content = read(text);
    expect(facts(content)).toEqual(expected);
    expect(content).toMatchObject({ format, account_number: "12345678", sort_code: "608371" });
  });

  it("An OFX file is read in Latin-1 and UTF-16", () => {
    for (const encoding of ["latin1", "utf16le"] as const)
      expect(read(ofx1().replace("BEN LINDQVIST", "BÉN LINDQVIST"), encoding).lines[1]?.payer).toBe(
        "BÉN LINDQVIST & CO",
      );
  });

  it("Payments are known again where the bank gives them new numbers", () => {
    const keys = (text: string) => lineKeys("deal", read(text).lines);
    expect(keys(ofx1().replaceAll(/<FITID>A/g, "<FITID>NEW"))).toEqual(keys(ofx1()));
    expect(keys(wholeCamt.replaceAll("<AcctSvcrRef>S", "<AcctSvcrRef>T"))).toEqual(keys(wholeCamt));
  });

  it("Payments stay apart where the bank repeats or omits their number", () => {
    const { lines } = read(ofx1());
    expect(new Set(lineKeys("deal", lines)).size).toBe(5);
    const twice = ofx1()
      .replace(/<LEDGERBAL>[\s\S]*<\/LEDGERBAL>/, "")
      .replaceAll(/<FITID>A\d/g, "<FITID>0");
    expect(new Set(lineKeys("deal", read(twice).lines)).size).toBe(5);
    expect(read(ofx1().replaceAll(/<FITID>A\d/g, "<FITID>")).lines.every(({ id }) => id === null)).toBe(true);
  });
});

describe("OFX", () => {
  it("An OFX balance of a later day than the payments is left out", () => {
    expect(read(ofx1({ asOf: "20270612" })).closing_balance_pence).toBeNull();
  });

  it("An OFX file is turned round from the newest first, and its days are those of London", () => {
    const text = ofx1().replace(/(<STMTTRN>[\s\S]*<\/STMTTRN>)/, (lines) =>
      lines
        .split(/(?=<STMTTRN>)/)
        .toReversed()
        .join("")
        .replaceAll("20270519000000[0:GMT]", "20270518233000[0:GMT]"),
    );
    expect(read(text).lines.map(({ date, amount_pence }) => [date, amount_pence])).toEqual(
      payments.map(([day, pence]) => [day, pence]),
    );
  });

  it("An OFX file counts no payment that waits, and no account of the other side", () => {
    const waiting = "<STMTTRNP><TRNTYPE>CREDIT<DTTRAN>20270521<TRNAMT>5.00<NAME>MIRA</STMTTRNP></BANKTRANLIST>";
    const to = "<BANKACCTTO><BANKID>999999<ACCTID>99999999</BANKACCTTO></STMTTRN>";
    const content = read(ofx1().replace("</BANKTRANLIST>", waiting).replace("</STMTTRN>", to));
    expect(content.left_out_lines).toMatchObject([{ state: "pending" }]);
    expect(content).toMatchObject({ account_number: "12345678", closing_balance_pence: closing });
  });

  it.each([
    ["a cut end", ofx1().slice(0, -80), "invalid_body", /cut off/],
    ["another currency", ofx1({ currency: "EUR" }), "invalid_body", /is in "EUR"/],
    [
      "a line in euros",
      ofx1().replace("<MEMO>", "<CURRENCY><CURRATE>1<CURSYM>EUR</CURRENCY><MEMO>"),
      "invalid_body",
      /EUR/,
    ],
    ["a comma and a point", ofx1().replace("1664.84", "1,664.84"), "invalid_body", /1,664\.84/],
    ["a debit above nothing", ofx1().replace("-1999.87", "1999.87"), "invalid_body", /DEBIT 1999\.87/],
    ["31 February", ofx1().replace("20270519", "20270231"), "invalid_body", /20270231/],
    ["a document type", ofx2.replace("<OFX>", '<!DOCTYPE x [<!ENTITY a "b">]><OFX>'), "invalid_body", /DOCTYPE/],
    ["a day after today", ofx1().replace("20270519", "20270701"), "invalid_body", /in the future/],
  ])("An OFX file is refused with %s", (_, text, code, words) => {
    expect(refusalOf(text)).toEqual([code, expect.stringMatching(words)]);
  });
});

describe("camt.053", () => {
  it("A camt.053 file is read with version 8's states and names, and its pages follow each other", () => {
    const [one, two] = [payments.slice(0, 2), payments.slice(2)];
    const page = (some: typeof payments, opening: number, end: number) =>
      statement(some.map((payment) => entry(payment)).join(""), opening, end)
        .replaceAll("<Sts>BOOK</Sts>", "<Sts><Cd>BOOK</Cd></Sts>")
        .replaceAll(/<Nm>(.*?)<\/Nm>/g, "<Pty><Nm>$1</Nm></Pty>")
        .replaceAll(/<Dt>(2027-05-1\d)<\/Dt>/g, "<DtTm>$1T23:30:00+01:00</DtTm>");
    const pages = [page(one, 0, balances[1] ?? 0), page(two, balances[1] ?? 0, closing)];
    for (const order of [pages, pages.toReversed()]) {
      const { lines, ...content } = read(camt(...order));
      expect(content).toMatchObject({ opening_balance_pence: 0, closing_balance_pence: closing });
      expect(lines.map(({ date, payer }) => [date, payer])).toEqual(payments.map(([day, , name]) => [day, name]));
    }
    expect(refusalOf(camt(pages[1] ?? "", pages[1] ?? ""))?.[0]).toBe("balance_gap");
  });

  it("A camt.053 file counts booked payments alone", () => {
    const pending = entry(["2027-05-21", 500, "MIRA", "KD"]).replace("BOOK", "PDNG");
    const content = read(camt(statement(payments.map((payment) => entry(payment)).join("") + pending, 0, closing)));
    expect([content.lines.length, content.left_out_lines]).toEqual([5, [{ line: expect.any(Number), state: "PDNG" }]]);
  });

  it("A camt.053 reversal's sign is turned where the balances show that the bank meant it so", () => {
    const reversed = entry(["2027-05-21", 500, "MIRA", "KD"], "<RvslInd>true</RvslInd>");
    const paidIn = entry(["2027-05-20", 500, "MIRA", "KD"]);
    const of = (end: number) => read(camt(statement(paidIn + reversed, 0, end))).lines.map((line) => line.amount_pence);
    expect(of(1000)).toEqual([500, 500]);
    expect(of(0)).toEqual([500, -500]);
  });

  const batch = (parts: string[]) =>
    entry(["2027-05-20", 700, "x", "y"]).replace(/<TxDtls>[\s\S]*<\/TxDtls>/, parts.join(""));
  const part = (pounds: string, name: string) =>
    `<TxDtls><AmtDtls><TxAmt><Amt Ccy="GBP">${pounds}</Amt></TxAmt></AmtDtls><RltdPties><Dbtr><Nm>${name}</Nm></Dbtr></RltdPties></TxDtls>`;

  it("A camt.053 batch is split into its payments where they add up", () => {
    const { lines } = read(camt(statement(batch([part("3.00", "MIRA"), part("4.00", "RUTH")]), 0, 700)));
    expect(lines.map(({ payer, amount_pence }) => [payer, amount_pence])).toEqual([
      ["MIRA", 300],
      ["RUTH", 400],
    ]);
    expect(new Set(lineKeys("deal", lines)).size).toBe(2);
  });

  it.each([
    [
      "a batch that does not add up",
      camt(statement(batch([part("3.00", "M"), part("4.01", "R")]), 0, 700)),
      /several payments/,
    ],
    ["a batch without amounts", camt(statement(batch(["<TxDtls/>", "<TxDtls/>"]), 0, 700)), /several payments/],
    ["a payment missing", camt(statement(entry(["2027-05-20", 500, "M", "K"]), 0, 501)), /lead from £0\.00 to £5/],
    ["an entry in euros", wholeCamt.replace('<Ntry><Amt Ccy="GBP">', '<Ntry><Amt Ccy="EUR">'), /is in "EUR"/],
    ["a state that nobody knows", wholeCamt.replace("BOOK", "HELD"), /says "HELD"/],
    ["a report of the day", wholeCamt.replaceAll("BkToCstmrStmt", "BkToCstmrAcctRpt"), /no statement of booked/],
    ["a document type", wholeCamt.replace("<Document", '<!DOCTYPE d [<!ENTITY a "aa">]><Document'), /has a DOCTYPE/],
    ["a cut end", wholeCamt.slice(0, -400), /cannot be read/],
    ["a tenth of a penny", wholeCamt.replace("1664.84", "1664.845"), /1664\.845/],
  ])("A camt.053 file is refused with %s", (_, text, words) => {
    expect(refusalOf(text)?.[1]).toMatch(words);
  });
});

describe("MT940", () => {
  const of = (...fields: string[]) =>
    [":20:1", ":25:60837112345678GBP", ":28C:1", ":60F:C270517GBP0,", ...fields].join("\r\n");

  it("An MT940 file gives a reversed credit as money out, and the day of entry", () => {
    const { lines } = read(
      of(":61:2612310104RC5,5NTRFREF//1", ":86:MIRA", ":62F:D270104GBP5,5").replace("C270517", "C261231"),
    );
    expect(lines).toMatchObject([{ date: "2027-01-04", amount_pence: -550, payer: "MIRA", reference: "REF" }]);
  });

  it("An MT940 file is read with numbered parts, and a text that is broken over lines", () => {
    const { lines } = read(
      of(
        ":61:2705180518C1,NTRFNONREF",
        ":86:166?00CREDIT?20KDF2R3",
        "QX9A?32AMARA ?33OKAFOR",
        ":61:270518C2,NTRFNONREF",
        ":86:DANIEL PRICE",
        "KDF2R7HKM5",
        ":62F:C270518GBP3,",
      ),
    );
    expect(lines).toMatchObject([
      { payer: "AMARA OKAFOR", reference: "KDF2R3QX9A", amount_pence: 100 },
      { payer: "DANIEL PRICE KDF2R7HKM5", reference: "", amount_pence: 200 },
    ]);
  });

  it.each([
    ["a cut end", of(":61:270518C2,NTRFNONREF"), /cut off/],
    ["euros", of(":62F:C270518EUR0,").replace("C270517GBP", "C270517EUR"), /is in "EUR"/],
    ["a point for a comma", of(":61:270518C2.00NTRFNONREF", ":62F:C270518GBP2,"), /cannot be read as an amount/],
    ["a payment missing", of(":61:270518C2,NTRFNONREF", ":62F:C270518GBP3,"), /lead from/],
  ])("An MT940 file is refused with %s", (_, text, words) => {
    expect(refusalOf(text)?.[1]).toMatch(words);
  });
});
