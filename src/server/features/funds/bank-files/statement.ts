import { type BankFormat, bankFileMessages as messages } from "#shared/funds/bank-files-messages.ts";
import { fundsMessages } from "#shared/funds/funds-messages.ts";
import { formatDay } from "#shared/london-time.ts";
import { type BankFileContent, BankFileError, bankFileLimits, clean, invalid } from "./bank-file.ts";

/** What the formats of banks have in common: one statement, of which a file may have several. */
export interface Statement {
  line: number;
  /** With its sort code where it says it: an IBAN, or digits. */
  account: string;
  opening_pence: number | null;
  closing_pence: number | null;
  lines: StatementLine[];
  /** Entries that are not booked, by what the file says of them. */
  leftOut: { line: number; state: string }[];
}

export interface StatementLine {
  line: number;
  /** "2027-01-26", when the bank booked it. */
  date: string;
  payer: string;
  reference: string;
  amount_pence: number;
}

/** All of a file, whose statements follow each other. @throws BankFileError */
export function joinStatements(format: BankFormat, given: readonly Statement[], today: string): BankFileContent {
  const statements = inOrder(given);
  const [first] = statements;
  if (!first || statements.every(({ lines }) => lines.length === 0)) throw invalid(messages.noLines);
  const account = accountOf(first.account);
  const other = statements.find((one) => accountOf(one.account).account_number !== account.account_number);
  if (other) throw invalid(messages.otherAccount(other.line, first.line));
  const lines = statements.flatMap((statement) => statement.lines);
  if (lines.length > bankFileLimits.lines) throw invalid(fundsMessages.tooManyRows);
  const late = lines.find(({ date }) => date > today);
  if (late) throw invalid(messages.inFuture(late.line, formatDay(late.date)));
  const sorted = oldestFirst(lines);
  const balances = balancesOf(statements);
  return {
    format,
    ...account,
    account_end: null,
    lines: sorted.map(({ payer, reference, ...line }) => ({
      ...line,
      payer: clean(payer),
      reference: clean(reference),
      balance_pence: null,
      // Banks repeat, omit and renew their numbers of payments.
      id: null,
    })),
    ...balances,
    left_out_lines: statements.flatMap(({ leftOut }) => leftOut),
    left_out_columns: [],
    lines_above_header: 0,
    lines_without_payment: 0,
    zero_lines: 0,
  };
}

/** Pages and days in the order of their balances; some banks begin with the newest. */
function inOrder(statements: readonly Statement[]): readonly Statement[] {
  const turned = statements.toReversed();
  return findBreak(statements) && !findBreak(turned) ? turned : statements;
}

function findBreak(statements: readonly Statement[]): [before: Statement, after: Statement] | undefined {
  for (const [place, after] of statements.entries()) {
    const before = statements[place - 1];
    if (!before || before.closing_pence === null || after.opening_pence === null) continue;
    if (before.closing_pence !== after.opening_pence) return [before, after];
  }
  return undefined;
}

const sumOf = (lines: readonly StatementLine[]): number =>
  lines.reduce((sum, { amount_pence }) => sum + amount_pence, 0);

function balancesOf(statements: readonly Statement[]) {
  const broken = findBreak(statements);
  if (broken) {
    const [before, after] = broken;
    const words = messages.balanceGap(after.line, before.line, before.closing_pence ?? 0, after.opening_pence ?? 0);
    throw new BankFileError("balance_gap", words);
  }
  for (const { line, lines, opening_pence: opening, closing_pence: closing } of statements) {
    if (opening === null || closing === null || opening + sumOf(lines) === closing) continue;
    throw new BankFileError("balance_gap", messages.statementGap(line, opening, opening + sumOf(lines), closing));
  }
  const sum = sumOf(statements.flatMap(({ lines }) => lines));
  const opening = statements.at(0)?.opening_pence ?? null;
  const closing = statements.at(-1)?.closing_pence ?? null;
  return {
    opening_balance_pence: opening ?? (closing === null ? null : closing - sum),
    closing_balance_pence: closing ?? (opening === null ? null : opening + sum),
  };
}

/** Lines of one day stay in the order of the file, which some banks turn round. */
function oldestFirst(lines: readonly StatementLine[]): StatementLine[] {
  const isNewestFirst = (lines.at(0)?.date ?? "") > (lines.at(-1)?.date ?? "");
  const given = isNewestFirst ? lines.toReversed() : [...lines];
  return given.toSorted((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0));
}

/** Of digits with the given mark before the pence, of which there are at most two; further zeros say nothing. */
export function statementPence(text: string, mark: RegExp): number | undefined {
  const [pounds = "", pence = "", ...more] = text.trim().split(mark);
  if (!/^\d{1,10}$/.test(pounds) || !/^(?:\d{1,2}0*)?$/.test(pence) || more.length > 0) return undefined;
  return Number(pounds) * 100 + Number(pence.slice(0, 2).padEnd(2, "0"));
}

interface Account {
  account_number: string | null;
  sort_code: string | null;
}

/** The last eight digits of an account, and the six of its sort code before them, in which an IBAN of the United Kingdom ends. */
export function accountOf(text: string): Account {
  const [, sort_code = null, account_number = null] = /(\d{6})?(\d{8})$/.exec(text.replaceAll(/\D/g, "")) ?? [];
  return { account_number, sort_code };
}

const sortCode = /(?<!\d)(\d\d[- ]?\d\d[- ]?\d\d)(?!\d)/.source;
const accountPatterns = [
  /\b(GB ?\d\d ?[A-Z]{4} ?(?:\d ?){13}\d)(?!\d)/i,
  /(?<!\d)(\d\d-\d\d-\d\d[^\da-z]+\d{8})(?!\d)/i,
  new RegExp(
    String.raw`\b(?:account|acct?|a/c)\b(?:\s*(?:number|num|no)\b)?[^\da-z]*((?:${sortCode}[^\da-z]+)?\d{8})(?!\d)`,
    "i",
  ),
];
const sortCodePattern = new RegExp(String.raw`\bsort ?code\b[^\da-z]*${sortCode}`, "i");

/** Of the lines above the header of a table: "Account Number,12345678", "Account: 20-00-00 12345678" or an IBAN. */
export function accountAbove(lines: readonly string[]): Account {
  const first = (pattern: RegExp) => lines.map((line) => pattern.exec(line)?.[1]).find(Boolean);
  const account = accountOf(accountPatterns.map(first).find(Boolean) ?? "");
  return { ...account, sort_code: account.sort_code ?? first(sortCodePattern)?.replaceAll(/\D/g, "") ?? null };
}
