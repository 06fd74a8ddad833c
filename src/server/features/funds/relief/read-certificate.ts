import type { FoundOnCertificate } from "#shared/funds/funds-relief.ts";
import { readCount, readPounds } from "#shared/typed-numbers.ts";

type Field =
  | Exclude<keyof FoundOnCertificate, "companies" | "company_numbers" | "scheme">
  | "company"
  | "company_number";

const labels: Record<Field, RegExp> = {
  name: /(?:full |legal )?names?(?: and address)? of (?:the )?(?:investor|subscriber|shareholder|individual)|(?:investor|subscriber|shareholder)(?:[’']s)? (?:full |legal )?name|(?:shares )?issued to/gi,
  shares:
    /(?:total )?number of (?:the )?(?:ordinary )?shares(?: (?:issued|subscribed(?: for)?|allotted))?|shares (?:issued|allotted)(?! (?:to|on))/gi,
  amount_pence:
    /(?:total )?amount (?:subscribed|invested|of (?:the |your )?(?:subscription|investment))(?: for (?:the |these )?shares)?|subscription amount/gi,
  issued_on:
    /date (?:of|on which) (?:the )?(?:share issue|issue(?: of (?:the |these )?shares)?|(?:the )?shares were issued)|(?:share )?issue date|shares issued on/gi,
  company:
    /names?(?: and (?:registered )?address)? of (?:the )?(?:issuing |qualifying )?company|(?:registered )?company(?:[’']s)? (?:full |registered |legal )?name|(?:issuing company|issuer)(?=\s*[:\n])/gi,
  company_number:
    /(?:registered )?company(?:[’']s)? (?:registration |registered |reference )?(?:number|no\b\.?)|companies house (?:registration )?(?:number|no\b\.?)|(?<!vat |tax )regist(?:ered|ration) (?:number|no\b\.?)|registered in (?:england(?: (?:and|&) wales)?|wales|scotland|northern ireland),? (?:with |under )?(?:company )?(?:number|no\b\.?)|\bcrn\b/gi,
  uir: /unique investment reference(?: number)?(?: \(uir\))?|\buir\b/gi,
};

/**
 * What a certificate of tax relief says, wherever its form has it, by the labels before each figure. Null for what it does not say,
 * says twice differently, or says in a way that could mean something else.
 */
export function readCertificate(text: string): FoundOnCertificate {
  const marks = findLabels(text.replaceAll(/[^\S\n]+/g, " "));
  const name = only(marks, "name", nameIn);
  const companies = all(marks, "company", companyIn);
  return {
    name,
    shares: only(marks, "shares", sharesIn),
    amount_pence: only(marks, "amount_pence", penceIn),
    issued_on: only(marks, "issued_on", dayIn),
    uir: only(marks, "uir", referenceIn),
    companies: companies.length > 0 ? companies : unlabelledCompany(text, name),
    company_numbers: all(marks, "company_number", companyNumberIn),
    scheme: schemeIn(text),
  };
}

interface Mark {
  field: Field;
  /** Up to the next label. */
  after: string;
}

function findLabels(text: string): Mark[] {
  const found = (Object.keys(labels) as Field[])
    .flatMap((field) =>
      [...text.matchAll(labels[field])].map(({ index, 0: words }) => ({ field, index, end: index + words.length })),
    )
    .toSorted((one, other) => one.index - other.index || other.end - one.end);
  // "Date of issue of shares" is not also "shares issued".
  const apart = found.filter(({ index }, at) => found.slice(0, at).every(({ end }) => end <= index));
  return apart.map(({ field, end }, at) => ({ field, after: text.slice(end, apart[at + 1]?.index) }));
}

/** Returns the value on which all places that say it agree. */
function only<Value>(marks: readonly Mark[], field: Field, read: (text: string) => Value | null): Value | null {
  const [value, ...others] = all(marks, field, read);
  return value === undefined || others.length > 0 ? null : value;
}

/** Returns each value once. */
function all<Value>(marks: readonly Mark[], field: Field, read: (text: string) => Value | null): Value[] {
  const values = marks.map((mark) => (mark.field === field ? read(figureIn(mark.after)) : null));
  return [...new Set(values)].filter((value): value is NonNullable<typeof value> => value !== null).slice(0, 5);
}

/** The rest of the line, or else the next one with anything on it; without what forms put between label and figure. */
const figureIn = (after: string): string =>
  after
    .split("\n")
    .map((line) => line.replace(/^[\s:.–-]*(?:\([^)]*\)[\s:.–-]*)?/, "").trim())
    .find(Boolean)
    ?.slice(0, 200) ?? "";

const nameIn = (text: string): string | null => (/^\p{L}[\p{L}\p{M}\s.,'’-]+$/u.test(text) ? text : null);

const sharesIn = (text: string): number | null => {
  const [, digits] = /^(\d{1,3}(?:,\d{3})+|\d+)(?![\d.,/£-])(?: (?:\p{L}|$).*)?$/u.exec(text) ?? [];
  return digits && !/^\d{1,2} \p{L}{3,9} \d{4}/u.test(text) ? readCount(digits) : null;
};

/** Pounds with pence, or with their sign, or alone on the line. "£100 200" may be two figures. */
const penceIn = (text: string): number | null => {
  const [, sign, pounds, pence, rest] =
    /^(?:GBP )?(£ ?)?(\d{1,3}(?:,\d{3})+|\d{1,3}(?: \d{3})+|\d+)(?:\.(\d{2}))?(?![\d.,/-])(.*)$/.exec(text) ?? [];
  if (!pounds || !(sign || pence || rest === "")) return null;
  const isCut = pence === undefined && (/^ \d{3}(?!\d)/.test(rest ?? "") || (pounds.includes(" ") && rest !== ""));
  if (isCut) return null;
  return readPounds(pence ? `${pounds}.${pence}` : pounds);
};

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** "2 February 2027", "02/02/2027" or "2027-02-02": the day is before the month. */
function dayIn(text: string): string | null {
  const [, iso] = /^(\d{4}-\d{2}-\d{2})\b/.exec(text) ?? [];
  const [, day, word, year] = /^(\d{1,2})(?:st|nd|rd|th)? (\p{L}{3,9}),? (\d{4})\b/u.exec(text) ?? [];
  const [, first, second, third] = /^(\d{1,2})[/. -](\d{1,2})[/. -](\d{4})\b/.exec(text) ?? [];
  const month = word && months.findIndex((each) => word.toLowerCase().startsWith(each)) + 1;
  const [d, m, y] = word ? [day, month, year] : [first, second, third];
  const given = iso ?? (d && m && y ? `${y}-${String(m).padStart(2, "0")}-${d.padStart(2, "0")}` : "");
  const moment = new Date(given);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(given) && given ? given : null;
}

/** Letters and digits, such as "Z1234 567". */
const referenceIn = (text: string): string | null => {
  const [reference = ""] = /^[A-Z0-9][A-Z0-9 /-]*/.exec(text) ?? [];
  const trimmed = reference.trim();
  return /\d/.test(trimmed) && trimmed.length >= 4 && trimmed.length <= 60 ? trimmed : null;
};

/** Up to the legal form, or to the comma before an address. */
const companyIn = (text: string): string | null => {
  const [named] = /^.*?[ ,](?:limited|ltd|plc|llp)(?![\p{L}\p{N}])\.?/iu.exec(text) ?? text.split(/[,;]/);
  const name = named?.trim() ?? "";
  return /\p{L}/u.test(name) && !/^(?:and|secretary|director)\b/i.test(name) ? name : null;
};

/** Without a label, the only name at the beginning of a line that has a legal form, such as in a letterhead. */
function unlabelledCompany(text: string, investor: string | null): string[] {
  const names = [...text.matchAll(atLineStart)].map(([, name = ""]) => name.replaceAll(/\s+/g, " "));
  const companies = new Set(names.filter((name) => name !== investor));
  return companies.size === 1 ? [...companies] : [];
}
const atLineStart =
  /^[^\S\n]*((?:[\p{Lu}\p{N}][\p{L}\p{M}\p{N}.'’&()-]*[^\S\n]+(?:(?:&|and|of)[^\S\n]+)?){1,6}(?:Limited|Ltd|LIMITED|LTD|PLC|plc))(?![\p{L}\p{N}])/gmu;

const companyNumberIn = (text: string): string | null =>
  /^(?:[A-Z]{2} ?)?\d(?: ?\d){4,7}(?! ?\d)/i.exec(text)?.[0].replaceAll(" ", "").toUpperCase() ?? null;

/** The scheme of the form's name, where no other is named. */
function schemeIn(text: string): FoundOnCertificate["scheme"] {
  const [scheme, ...others] = new Set([...text.matchAll(/\b(SEIS|EIS) ?3\b/g)].map(([, name]) => name));
  return others.length > 0 ? null : ((scheme as FoundOnCertificate["scheme"] | undefined) ?? null);
}
