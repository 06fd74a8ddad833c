import { bankFileMessages as messages } from "#shared/funds/bank-files-messages.ts";
import { readDay } from "#shared/tables/read-day.ts";
import { invalid, shown } from "./bank-file.ts";
import { type Statement, type StatementLine, statementPence } from "./statement.ts";

interface Field {
  line: number;
  tag: string;
  text: string;
}

/** Statements of SWIFT's MT940; a statement of several pages is several. @throws BankFileError */
export function readMt940(text: string): Statement[] {
  const statements: Statement[] = [];
  let statement: Statement | undefined;
  for (const field of fieldsOf(text)) {
    if (field.tag === "20") {
      statement = { line: field.line, account: "", opening_pence: null, closing_pence: null, lines: [], leftOut: [] };
      statements.push(statement);
    }
    if (!statement) continue;
    if (field.tag === "25") statement.account = field.text.replace(/\s+[A-Z]{3}$|(?<=\d)[A-Z]{3}$/, "");
    if (/^60[FM]$/.test(field.tag)) statement.opening_pence = balanceOf(field);
    if (/^62[FM]$/.test(field.tag)) statement.closing_pence = balanceOf(field);
    if (field.tag === "61") statement.lines.push(toLine(field));
    const last = statement.lines.at(-1);
    // A field after the closing balance is about the whole statement.
    if (field.tag === "86" && last && statement.closing_pence === null) addWords(last, field.text);
  }
  const open = statements.find((one) => one.closing_pence === null);
  if (open) throw invalid(messages.brokenStatement(open.line));
  return statements.map((one) => ({ ...one, lines: one.lines.filter(({ amount_pence }) => amount_pence !== 0) }));
}

function* fieldsOf(text: string): Generator<Field> {
  let field: Field | undefined;
  for (const [place, whole] of text.split(/\r\n?|\n/).entries()) {
    const line = whole.replace(/^\{1:.*\{4:/, "");
    const [, tag, rest = ""] = /^:(\d\d[A-Z]?):(.*)$/.exec(line) ?? [];
    if (tag === undefined && field && !/^-\}?|^\{/.test(line)) field.text += `\n${line}`;
    if (tag === undefined) continue;
    if (field) yield field;
    field = { line: place + 1, tag, text: rest };
  }
  if (field) yield field;
}

/** "C270126GBP1040,39" */
function balanceOf({ line, text }: Field): number {
  const [, side, currency = "", digits = ""] = /^([CD])\d{6}([A-Z]{3})([\d,]+)\s*$/.exec(text) ?? [];
  if (currency !== "GBP") throw invalid(messages.otherCurrency(line, shown(currency || text)));
  return (side === "D" ? -1 : 1) * penceOf(line, digits);
}

/** "2701260126RC1040,39NTRFKDF2R3QX9A//0123456": day of value, day of entry, side, funds code, amount, kind, references. */
function toLine({ line, text }: Field): StatementLine {
  const [first = "", ...others] = text.split("\n");
  const [, value = "", entry, side = "", digits = "", words = ""] =
    /^(\d{6})(\d{4})?(R?[CD])[A-Z]?(\d[\d,]*)[A-Z][A-Z0-9]{3}(.*)$/.exec(first) ?? [];
  if (side === "") throw invalid(messages.unreadableAmount(line, shown(first)));
  const [own = ""] = words.split("//");
  // A reversed credit is money out.
  const sign = side === "C" || side === "RD" ? 1 : -1;
  return {
    line,
    date: dayOf(line, value, entry),
    payer: "",
    reference: [own === "NONREF" ? "" : own, ...others].join(" ").trim(),
    amount_pence: sign * penceOf(line, digits),
  };
}

/** Of the entry, which has no year: the one that is nearest to the day of value. */
function dayOf(line: number, value: string, entry: string | undefined): string {
  const year = 2000 + Number(value.slice(0, 2));
  const [month, entryMonth] = [Number(value.slice(2, 4)), Number(entry?.slice(0, 2))];
  const shift = entry === undefined || Math.abs(month - entryMonth) < 6 ? 0 : month > entryMonth ? 1 : -1;
  const [, mm, dd] = /^(\d\d)(\d\d)$/.exec(entry ?? value.slice(2)) ?? [];
  const day = readDay(`${year + shift}-${mm}-${dd}`, { order: "year_first" });
  if (day === undefined) throw invalid(messages.unreadableDate(line, shown(value + (entry ?? ""))));
  return day;
}

function penceOf(line: number, digits: string): number {
  const pence = digits.includes(",") ? statementPence(digits, /,/) : undefined;
  if (pence === undefined) throw invalid(messages.unreadableAmount(line, shown(digits)));
  return pence;
}

/** With "?20" or "/REMI/" before each part, or one text for payer and reference, which is the payer's then. */
function addWords(line: StatementLine, text: string): void {
  const [kind = "", ...parts] = text.replaceAll("\n", "").split(/(?=\?\d\d)/);
  if (parts.length > 0 && /^\d{3}$/.test(kind.trim())) {
    const of = (pattern: RegExp) => parts.filter((part) => pattern.test(part)).map((part) => part.slice(3));
    line.payer = of(/^\?3[23]/).join("");
    line.reference = [line.reference, of(/^\?(?:2|6[0-3])/).join("")].filter(Boolean).join(" ");
    return;
  }
  const plain = text.replaceAll("\n", " ").trim();
  const name = /\/(?:NAME|ORDP\/NAME|BENM\/NAME)\/([^/]+)/.exec(plain)?.[1] ?? "";
  const written = /\/REMI\/(?:USTD\/\/)?([^/]+)/.exec(plain)?.[1] ?? "";
  if (name || written) {
    line.payer = name;
    line.reference = [line.reference, written].filter(Boolean).join(" ");
  } else line.payer = plain;
}
