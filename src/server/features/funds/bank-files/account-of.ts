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
