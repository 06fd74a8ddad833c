import { bankFileMessages as messages } from "#shared/funds/bank-files-messages.ts";
import { londonDate } from "#shared/london-time.ts";
import { invalid, shown } from "./bank-file.ts";
import { type Statement, type StatementLine, statementPence } from "./statement.ts";
import { newXmlParser } from "./xml-parser.ts";

/** A start with its text, or an end. */
interface Tag {
  line: number;
  name: string;
  isEnd: boolean;
  text: string;
}

/** Elements that have others in them; all others have a text alone, and no end in OFX 1. */
const groups = new Set([
  ...["STMTRS", "CCSTMTRS", "BANKACCTFROM", "BANKTRANLIST", "STMTTRN", "STMTTRNP", "BANKACCTTO", "CCACCTTO", "PAYEE"],
  ...["CURRENCY", "ORIGCURRENCY", "LEDGERBAL", "AVAILBAL", "BALLIST", "BAL", "INVSTMTRS", "EXTDNAME"],
]);

/** Statements of OFX 1 (SGML) and 2 (XML), as banks write them. @throws BankFileError */
export function readOfx(text: string): Statement[] {
  const isXml = /^\s*(?:<\?xml\b|<\?OFX\b)/i.test(text);
  return statementsOf(isXml ? xmlTags(text) : sgmlTags(text));
}

function statementsOf(tags: Iterable<Tag>): Statement[] {
  const statements: Statement[] = [];
  const open: { name: string; line: number; values: Map<string, string> }[] = [];
  let statement = newStatement(0);
  let values = new Map<string, string>();
  for (const { line, name, isEnd, text } of tags) {
    if (!groups.has(name)) {
      if (!isEnd && text !== "") open.at(-1)?.values.set(name, text);
      continue;
    }
    if (!isEnd) {
      open.push({ name, line, values: new Map() });
      if (name === "STMTRS") statement = newStatement(line);
      continue;
    }
    const group = open.pop();
    if (group?.name !== name) throw invalid(messages.brokenStatement(line));
    const parent = open.at(-1);
    switch (name) {
      case "BANKACCTFROM":
        statement.account = `${group.values.get("BANKID") ?? ""} ${group.values.get("ACCTID") ?? ""}`;
        break;
      case "CURRENCY":
        parent?.values.set("CURSYM", group.values.get("CURSYM") ?? "");
        break;
      case "PAYEE":
        parent?.values.set("NAME", group.values.get("NAME") ?? "");
        break;
      case "STMTTRN":
        statement.lines.push(toLine(group.line, group.values));
        break;
      case "STMTTRNP":
        statement.leftOut.push({ line: group.line, state: "pending" });
        break;
      case "BANKTRANLIST":
        values.set("DTEND", group.values.get("DTEND") ?? "");
        break;
      case "LEDGERBAL":
        for (const [key, value] of group.values) values.set(key, value);
        break;
      case "STMTRS":
        assertInPounds(group.line, group.values.get("CURDEF") ?? "");
        statements.push({ ...statement, closing_pence: closingOf(statement, values) });
        values = new Map();
        break;
    }
  }
  if (open.length > 0) throw invalid(messages.brokenStatement(open.at(-1)?.line ?? 1));
  return statements;
}

const newStatement = (line: number): Statement => ({
  line,
  account: "",
  opening_pence: null,
  closing_pence: null,
  lines: [],
  leftOut: [],
});

function assertInPounds(line: number, currency: string): void {
  if (currency.toUpperCase() !== "GBP") throw invalid(messages.otherCurrency(line, shown(currency)));
}

function toLine(line: number, values: ReadonlyMap<string, string>): StatementLine {
  const value = (name: string) => values.get(name) ?? "";
  const currency = value("CURSYM");
  if (currency) assertInPounds(line, currency);
  const amount = signedPence(value("TRNAMT"));
  const isDebit = /^(?:DEBIT|ATM|POS|PAYMENT|CHECK|DIRECTDEBIT|REPEATPMT|SRVCHG)$/i.test(value("TRNTYPE"));
  if (amount === undefined || amount === 0 || (isDebit && amount > 0))
    throw invalid(messages.unreadableAmount(line, shown(`${value("TRNTYPE")} ${value("TRNAMT")}`)));
  const date = dayOf(value("DTPOSTED"));
  if (date === undefined) throw invalid(messages.unreadableDate(line, shown(value("DTPOSTED"))));
  const [name, memo] = [value("NAME"), value("MEMO")];
  return {
    line,
    date,
    // A bank with one text has it in the memo.
    payer: name || memo,
    reference: [name && memo, value("REFNUM"), value("CHECKNUM")].filter(Boolean).join(" "),
    amount_pence: amount,
  };
}

function signedPence(text: string): number | undefined {
  const [, sign = "", digits = ""] = /^\s*([-+]?)\s*(.*)$/.exec(text) ?? [];
  const pence = statementPence(digits, /[.,]/);
  return pence === undefined ? undefined : sign === "-" ? -pence : pence;
}

/** "20270126", "20270126000000", "20270126093000.000[0:GMT]": of a moment with its zone the day in London. */
function dayOf(text: string): string | undefined {
  const [, year, month, day, hour = "00", minute = "00", zone] =
    /^(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)(?:\d\d)?(?:\.\d+)?)?(?:\[([-+]?\d{1,2}(?:\.\d+)?)(?::[A-Z]+)?\])?$/i.exec(
      text.trim(),
    ) ?? [];
  const moment = new Date(`${year}-${month}-${day}T${hour}:${minute}:00Z`);
  const date = `${year}-${month}-${day}`;
  // A day such as 31 February does not exist.
  if (Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 10) !== date) return undefined;
  return zone === undefined ? date : londonDate(new Date(moment.getTime() - Number(zone) * 60 * 60 * 1000));
}

/** The balance of the day of the export says nothing about lines that end before it. */
function closingOf({ lines }: Statement, values: ReadonlyMap<string, string>): number | null {
  const [asOf, end] = [dayOf(values.get("DTASOF") ?? ""), dayOf(values.get("DTEND") ?? "")];
  if (asOf === undefined || end === undefined || asOf > end || lines.some(({ date }) => date > asOf)) return null;
  return signedPence(values.get("BALAMT") ?? "") ?? null;
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

const withoutEntities = (text: string): string =>
  text
    .replaceAll(/&(?:#(\d{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi, (whole, code?: string, name?: string) => {
      if (code) return Number(code) < 0x11_00_00 ? String.fromCodePoint(Number(code)) : whole;
      return entities[(name ?? "").toLowerCase()] ?? whole;
    })
    .trim();

/** OFX 1: elements without an end, after lines of a header. */
function* sgmlTags(text: string): Generator<Tag> {
  let line = 1;
  let counted = 0;
  for (const match of text.matchAll(/<(\/?)([A-Z0-9.]+)>([^<]*)/gi)) {
    line += text.slice(counted, match.index).split("\n").length - 1;
    counted = match.index;
    const [, end, name = "", rest = ""] = match;
    yield { line, name: name.toUpperCase(), isEnd: end === "/", text: withoutEntities(rest) };
  }
}

function xmlTags(text: string): Tag[] {
  const tags: Tag[] = [];
  const parser = newXmlParser();
  let last: Tag | undefined;
  parser.on("opentag", ({ name }) => {
    last = { line: parser.line, name: name.toUpperCase(), isEnd: false, text: "" };
    tags.push(last);
  });
  const addText = (more: string) => {
    if (last) last.text = (last.text + more).trim();
  };
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("closetag", ({ name }) => {
    last = undefined;
    tags.push({ line: parser.line, name: name.toUpperCase(), isEnd: true, text: "" });
  });
  parser.write(text.trimStart()).close();
  return tags;
}
