import { bankFileMessages as messages } from "#shared/funds/bank-files-messages.ts";
import { readDay } from "#shared/tables/read-day.ts";
import { clean, invalid, shown } from "./bank-file.ts";
import { type Statement, type StatementLine, statementPence } from "./statement.ts";
import { newXmlParser } from "./xml-parser.ts";

/** Of an XML file, by its name without a prefix. */
interface Node {
  name: string;
  line: number;
  text: string;
  currency: string;
  children: Node[];
}

/** Statements of camt.053, in any of its versions. @throws BankFileError */
export function readCamt(text: string): Statement[] {
  const root = parse(text);
  const message = root.children.find(({ name }) => name === "BkToCstmrStmt");
  if (!message) throw invalid(messages.noStatement);
  return all(message, "Stmt").map(toStatement);
}

function toStatement(node: Node): Statement {
  const currency = value(node, "Acct", "Ccy");
  if (currency) assertInPounds(node.line, currency);
  const leftOut: Statement["leftOut"] = [];
  const booked = all(node, "Ntry").filter((entry) => {
    const state = value(entry, "Sts", "Cd") || value(entry, "Sts", "Prtry") || value(entry, "Sts");
    if (!["BOOK", "PDNG", "INFO", "FUTR"].includes(state))
      throw invalid(messages.unknownState(entry.line, shown(state), "Sts"));
    if (state !== "BOOK") leftOut.push({ line: entry.line, state });
    return state === "BOOK";
  });
  const [opening, closing] = [balance(node, ["OPBD", "PRCD"]), balance(node, ["CLBD"])];
  const account = value(node, "Acct", "Id", "IBAN") || value(node, "Acct", "Id", "Othr", "Id");
  const read = (turn: boolean) => booked.flatMap((entry) => toLines(entry, turn));
  const isWhole = (lines: StatementLine[]) =>
    opening === null || closing === null || lines.reduce((sum, one) => sum + one.amount_pence, opening) === closing;
  const [lines, turned] = [read(false), read(true)];
  // The standard gives a reversal the sign that it has; some banks give it the sign of what it reverses, which balances show.
  return {
    line: node.line,
    account,
    opening_pence: opening,
    closing_pence: closing,
    leftOut,
    lines: !isWhole(lines) && isWhole(turned) ? turned : lines,
  };
}

function balance(node: Node, codes: readonly string[]): number | null {
  const found = all(node, "Bal").find((one) => codes.includes(value(one, "Tp", "CdOrPrtry", "Cd")));
  const amount = found && child(found, "Amt");
  return amount ? signed(found, penceOf(amount)) : null;
}

/** One, or each payment of a batch. */
function toLines(entry: Node, turn: boolean): StatementLine[] {
  const amount = child(entry, "Amt");
  if (!amount) throw invalid(messages.noAmount(entry.line));
  const isTurned = turn && /^(?:true|1)$/.test(value(entry, "RvslInd"));
  const pence = signed(entry, penceOf(amount)) * (isTurned ? -1 : 1);
  const details = all(entry, "NtryDtls").flatMap((one) => all(one, "TxDtls"));
  const booked = child(entry, "BookgDt") ?? child(entry, "ValDt");
  const text = booked ? value(booked, "Dt") || value(booked, "DtTm") : "";
  // "2027-01-26", "2027-01-26+00:00" and moments.
  const date = readDay(text.replace(/^(\d{4}-\d\d-\d\d)(?:Z|[+-]\d\d:\d\d)$/, "$1"), { order: "year_first" });
  if (date === undefined) throw invalid(messages.unreadableDate(entry.line, shown(text)));
  if (details.length < 2)
    return pence === 0 ? [] : [{ date, ...wordsOf(entry, details[0], pence), line: entry.line, amount_pence: pence }];
  const parts = details.map((one) => {
    const part = child(one, "Amt") ?? find(one, "AmtDtls", "TxAmt", "Amt");
    if (!part) throw invalid(messages.openBatch(entry.line));
    const sign = value(one, "CdtDbtInd") ? signed(one, 1) * (isTurned ? -1 : 1) : Math.sign(pence);
    return { one, pence: sign * penceOf(part) };
  });
  if (parts.reduce((sum, part) => sum + part.pence, 0) !== pence) throw invalid(messages.openBatch(entry.line));
  return parts.map((part) => ({
    date,
    ...wordsOf(entry, part.one, part.pence),
    line: part.one.line,
    amount_pence: part.pence,
  }));
}

/** The other side's name, and what it wrote; where the bank has one text for both, it is the payer's. */
function wordsOf(entry: Node, details: Node | undefined, pence: number) {
  const [side, last] = pence < 0 ? ["Cdtr", "UltmtCdtr"] : ["Dbtr", "UltmtDbtr"];
  const parties = details && child(details, "RltdPties");
  const nameOf = (party: string) => (parties ? value(parties, party, "Nm") || value(parties, party, "Pty", "Nm") : "");
  const info = details && child(details, "RmtInf");
  const written = info
    ? [
        ...all(info, "Ustrd").map(({ text }) => text),
        ...all(info, "Strd").flatMap((one) => [value(one, "CdtrRefInf", "Ref"), value(one, "AddtlRmtInf")]),
      ]
    : [];
  const endToEnd = details ? value(details, "Refs", "EndToEndId") : "";
  const reference = [...written, endToEnd === "NOTPROVIDED" ? "" : endToEnd].filter(Boolean).join(" ");
  const more = (details && value(details, "AddtlTxInf")) || value(entry, "AddtlNtryInf");
  const name = nameOf(side) || nameOf(last);
  return { payer: clean(name || more || reference), reference: clean(name || more ? reference || (name && more) : "") };
}

function signed(node: Node, pence: number): number {
  const side = value(node, "CdtDbtInd");
  if (side !== "CRDT" && side !== "DBIT") throw invalid(messages.unknownDirection(node.line, shown(side), "CdtDbtInd"));
  return side === "DBIT" ? -pence : pence;
}

function penceOf({ line, text, currency }: Node): number {
  assertInPounds(line, currency);
  const pence = statementPence(text, /\./);
  if (pence === undefined) throw invalid(messages.unreadableAmount(line, shown(text)));
  return pence;
}

function assertInPounds(line: number, currency: string): void {
  if (currency !== "GBP") throw invalid(messages.otherCurrency(line, shown(currency)));
}

const child = (node: Node, name: string) => node.children.find((one) => one.name === name);
const all = (node: Node, name: string) => node.children.filter((one) => one.name === name);
const find = (node: Node, ...names: string[]) =>
  names.reduce<Node | undefined>((one, name) => one && child(one, name), node);
const value = (node: Node, ...names: string[]): string => find(node, ...names)?.text.trim() ?? "";

/** @returns the document's element. */
function parse(text: string): Node {
  const parser = newXmlParser();
  const top = newNode("", 1, "");
  const open = [top];
  parser.on("opentag", ({ name, attributes }) => {
    const node = newNode(name.slice(name.indexOf(":") + 1), parser.line, attributes.Ccy ?? "");
    open.at(-1)?.children.push(node);
    open.push(node);
  });
  const addText = (more: string) => {
    const node = open.at(-1);
    if (node) node.text += more;
  };
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("closetag", () => void open.pop());
  parser.write(text.trimStart()).close();
  return top.children[0] ?? top;
}

const newNode = (name: string, line: number, currency: string): Node => ({
  name,
  line,
  text: "",
  currency,
  children: [],
});
