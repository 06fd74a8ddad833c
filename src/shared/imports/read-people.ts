import { addressParser, decodeWords } from "postal-mime";
import { givenNameFirst } from "#shared/people/given-name-first.ts";
import { emailTitles, firstNameTitles, lastNameTitles, withOwners } from "#shared/tables/person-titles.ts";
import { delimiterOfTitles, splitCells, withoutBlankEnd } from "#shared/tables/read-table.ts";
import { type ColumnMatch, type ColumnSpec, matchColumns, plainTitle } from "#shared/tables/titles.ts";
import { emailSchema, nameSchema } from "#shared/text.ts";
import { trimInvisible } from "#shared/text-rules.ts";
import type { ParsedLine } from "./import-lines.ts";
import { type ImportMember, tierCellSchema } from "./imports.ts";
import { importLineLength, importMessages as messages } from "./imports-messages.ts";

export type PersonColumn = "email" | "name" | "first_name" | "middle_name" | "last_name" | "tier";

export const personColumns: readonly ColumnSpec<PersonColumn>[] = [
  { name: "email", label: "Email", titles: emailTitles },
  {
    name: "name",
    label: "Full name",
    titles: [...withOwners(["name", "full name"]), ...["member", "contact", "display name", "person", "file as"]],
  },
  {
    name: "first_name",
    label: "First name",
    titles: [
      ...withOwners(firstNameTitles, ["user"]),
      ...["given names", "given", "christian name", "christian names", "first", "known as", "preferred name"],
      ...["initials", "initial"],
    ],
  },
  {
    name: "middle_name",
    label: "Middle name",
    titles: ["middle name", "middle names", "middlename", "additional name", "middle"],
  },
  {
    name: "last_name",
    label: "Last name",
    titles: [...withOwners(lastNameTitles, ["user"]), "second name", "last"],
  },
  {
    name: "tier",
    label: "Plan",
    titles: [
      ...[
        "tier",
        "membership tier",
        "member tier",
        "plan",
        "membership plan",
        "member plan",
        "level",
        "membership level",
        "member level",
      ],
      ...["membership type", "member type", "grade", "membership grade"],
    ],
  },
];

/** Whether a column of the table is not read, or of its names a part alone is. */
export function isReadInPart(count: number, match: ColumnMatch<PersonColumn>): boolean {
  const { name, first_name, last_name } = match;
  const hasHalfName = name === undefined && (first_name === undefined) !== (last_name === undefined);
  return hasHalfName || Object.values(match).length < count;
}

export const missingPersonColumns = ({ email }: ColumnMatch<PersonColumn>): PersonColumn[] =>
  email === undefined ? ["email"] : [];

export interface PeopleHeader {
  /** The header itself. */
  key: string;
  delimiter: string;
  count: number;
  columns: ColumnMatch<PersonColumn>;
  /** The places of all columns with an address of the same person. */
  emails: readonly number[];
}

/** "E-mail 2 - Value" and "Secondary Email" too, but not "Contact email", which may be somebody else's. */
export const emailPlaces = (titles: readonly string[]): number[] =>
  titles.flatMap((title, place) => (ownEmailTitle.test(plainTitle(title)) ? [place] : []));

const ownEmailTitle =
  /^(?:(?:primary|secondary|second|other|alternative|alternate|personal|private|home|work|business) )?email(?: address)?(?: \d)?(?: (?:value|address))?$/;

export type ReadPerson = Pick<ImportMember, "full_name" | "email" | "tier"> | { message: string };

/** Each person of each line: as mail programs, address books and spreadsheets write them, with or without a header. */
export function parseImport(text: string, read: typeof readPeople = readPeople): ParsedLine[] {
  let header: PeopleHeader | undefined;
  return text.split(/\r\n|\r|\n/).flatMap((raw, index): ParsedLine[] => {
    const input = trimInvisible(raw);
    const line = index + 1;
    if (input === "") return [];
    const found = /^sep=.$/i.test(input) ? { header } : findHeader(input);
    if (found) {
      header = found.header;
      const isInPart = header !== undefined && isReadInPart(header.count, header.columns);
      return [{ line, input, message: messages.header, ...(isInPart && { isInPart }) }];
    }
    return read(input, header).map((person) => ({ line, input, ...person }));
  });
}

/** A line without an address that names the column of addresses. */
function findHeader(input: string): { header: PeopleHeader } | undefined {
  if (input.includes("@") || input.length > 10 * importLineLength) return undefined;
  const delimiter = delimiterOfTitles(input, personColumns);
  const titles = withoutBlankEnd(splitCells(input, delimiter) ?? []);
  const columns = matchColumns(titles, personColumns);
  if (columns.email === undefined) return undefined;
  return { header: { key: input, delimiter, count: titles.length, columns, emails: emailPlaces(titles) } };
}

/** @param input trimmed, not empty. */
export function readPeople(input: string, header?: PeopleHeader): ReadPerson[] {
  const cells = header && splitCells(input, header.delimiter);
  const row = header && cells && readRow(cells, header);
  return row ? [row] : readFreeLine(input);
}

/** The person of a row of a table. @returns undefined for what is no row of it, but a line of its own. */
export function readRow(cells: readonly string[], { count, columns, emails }: Omit<PeopleHeader, "key" | "delimiter">) {
  const filled = withoutBlankEnd(cells);
  if (filled.length > count) return undefined;
  const cell = (name: PersonColumn) => inOneLine(filled[columns[name] ?? -1] ?? "");
  // An address book may have the only address of a person in its second column.
  const address = cell("email") || (emails.map((place) => inOneLine(filled[place] ?? "")).find(Boolean) ?? "");
  const isRow = count > 2 && cells.length === count && filled.length > 1;
  if (addressesIn(address).length > 1) return { message: messages.severalAddresses };
  const given = address === "" ? undefined : readFreePerson(address);
  const isBare = addressesIn(address)[0] === address;
  // "Rosa Vale" and, in the column of addresses, "Rosa Vale <rosa@vale.example>": but "Vale, Rosa <…>" is no row of two columns.
  const isNamedTwice = given && "email" in given && cell("name") !== "" && hasWords(given.full_name, nameOf(cell));
  if (!isRow && !isNamedTwice && !(given && "email" in given && isBare)) return undefined;
  if (!given) return { message: messages.noEmail };
  if ("message" in given) return given.message === messages.noEmail ? given : { message: messages.notValid };
  const tier = tierCellSchema.safeParse(cell("tier"));
  if (!tier.success) return { message: messages.tierUnknown };
  return personOf(nameOf(cell) || (isBare ? "" : given.full_name), given.email, tier.data);
}

/** "Ann (Ash)" has the words of "Ann Ash". */
const hasWords = (text: string, words: string): boolean => {
  const all = wordsOf(text);
  return wordsOf(words).every((word, place) => all[place] === word);
};

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}\p{N}'’.-]+/gu) ?? [];

/** First and last name where a table has both: its full name may be one for sorting or display. */
function nameOf(cell: (name: PersonColumn) => string): string {
  const parts = [cell("first_name"), cell("middle_name"), cell("last_name")].map((part) => plainName(part));
  const whole = plainName(cell("name"));
  return (parts[0] && parts[2]) || whole === "" ? parts.filter(Boolean).join(" ") : whole;
}

/** A line that no header explains. */
function readFreeLine(given: string): ReadPerson[] {
  if (given.length > 50 * importLineLength) return [{ message: messages.lineTooLong }];
  const input = withoutLinks(withPlainMarks(given))
    .replace(listMark, "")
    .replace(/^(?:from|sender|reply-to|to|cc|bcc):\*?\s*/i, "");
  const people = splitPeople(input);
  return people ?? [readFreePerson(input)];
}

/** "1. Rosa Vale", "• Rosa Vale" and "> Rosa Vale", from documents and quoted mails. */
const listMark = /^(?:[•·▪◦‣*>–—-]\s*|\(?\d{1,4}[.)]\s+)+(?=\S)/;

/** Without white space, brackets, quotation marks and separators. */
const addressPattern = /[^\s<>＜＞()（）[\]［］{}"“”,，;；|]*@[^\s<>＜＞()（）[\]［］{}"“”,，;；|]*/g;

/** An address has an at-sign between other characters; an at-sign that stands alone is a word. */
const addressesIn = (text: string): string[] =>
  [...text.matchAll(addressPattern)].map(([found]) => found).filter((found) => found !== "@");

/** The people of a line as mail programs write them after "To:". @returns undefined for a line of one person. */
function splitPeople(input: string): ReadPerson[] | undefined {
  const count = addressesIn(input).length;
  if (count < 2) return undefined;
  if (/<[^<>]*@[^<>]*>/.test(input)) return readMailboxes(input) ?? [{ message: messages.severalAddresses }];
  const bare = input.split(/[\s,;]+/).filter(Boolean);
  if (bare.every((part) => addressesIn(part)[0] === part)) return bare.map(readFreePerson);
  const parts = input
    .split(";")
    .map((part) => part.trim())
    .filter(Boolean);
  const isPersonEach = parts.length === count && parts.every((part) => hasName(part));
  return isPersonEach ? parts.map(readFreePerson) : [{ message: messages.severalAddresses }];
}

function hasName(text: string): boolean {
  const [address, ...others] = addressesIn(text);
  return address !== undefined && others.length === 0 && address !== text;
}

/** "Ash, Ann <ann@ash.example>" without quotation marks is one person, whose name has a comma. */
function readMailboxes(input: string): ReadPerson[] | undefined {
  const people: ReadPerson[] = [];
  let before: string[] = [];
  for (const { name, address = "" } of addressParser(withoutMailto(input).replaceAll(";", ","), { flatten: true })) {
    if (address === "") {
      before.push(name);
      continue;
    }
    if (name.includes("@") && plainName(name).toLowerCase() !== address.toLowerCase())
      people.push({ message: messages.nameHasAt });
    else
      people.push(readAddress(plainName([...before, name].filter(Boolean).join(", ").replace(/.*@.*/, "")), address));
    before = [];
  }
  return before.length > 0 ? undefined : people;
}

/** "（" of East Asian keyboards as "(". */
const withPlainMarks = (text: string): string =>
  text.replaceAll(/[（）＜＞［］，；：]/g, (mark) =>
    /[，；：]/.test(mark) ? `${mark.normalize("NFKC")} ` : mark.normalize("NFKC"),
  );

/** "[Rosa Vale](mailto:rosa@vale.example)", as Markdown writes it. */
const withoutLinks = (text: string): string =>
  text.replaceAll(/\[([^[\]]*)\]\(mailto:([^\s()?]+)(?:\?[^\s()]*)?\)/gi, (_link, name: string, address: string) =>
    name.includes("@") ? `<${address}>` : `${name} <${address}>`,
  );

const withoutMailto = (text: string): string =>
  withoutLinks(withPlainMarks(text))
    .replaceAll(/\bmailto:\s*/gi, "")
    .replaceAll(/[[(]([^\s()[\]]+@[^\s()[\]]+)[\])]/g, "<$1>");

/** "Name, email", "Name <email>", "Name (email)", "Name – email" or an e-mail alone, with or without a tier. */
function readFreePerson(given: string): ReadPerson {
  if (given.length > importLineLength) return { message: messages.lineTooLong };
  const input = withoutMailto(trimInvisible(given));
  const [found, ...others] = addressesIn(input);
  if (found === undefined) return { message: messages.noEmail };
  if (others.length > 0) return { message: messages.severalAddresses };
  const place = input.indexOf(found);
  const [before, after] = [input.slice(0, place), input.slice(place + found.length)];
  const tail = /^[>"”'\s]*(?:$|(?:[,;\t|]|\s-|[–—])\s*"?([^"]*)"?[,;\s]*$)/.exec(after);
  const [planBefore, beforePlan] = takePlan(before);
  const tier = tierCellSchema.safeParse(tail?.[1] || planBefore);
  const name = nameBefore(beforePlan);
  if (name === undefined) return { message: "A quotation mark in this line is not closed" };
  const person = readAddress(name, found);
  if (!("email" in person)) return person;
  if (!tail || !tier.success) return { message: after.startsWith("@") ? messages.notValid : messages.tierUnknown };
  return tier.data ? { ...person, tier: tier.data } : person;
}

/** "Carl, Premium," has the plan before the address, as the columns of a sheet may: it is no part of the name. */
function takePlan(before: string): [plan: string, rest: string] {
  const parts = before.split(/([,;\t|])/);
  const place = parts.findIndex((part) => tierCellSchema.safeParse(part.replaceAll('"', "").trim()).data !== undefined);
  if (place === -1) return ["", before];
  const plan = (parts[place] ?? "").replaceAll('"', "").trim();
  return [plan, [...parts.slice(0, place), ...parts.slice(place + 2)].join("")];
}

/** @returns undefined where a quotation mark is not closed. */
function nameBefore(text: string): string | undefined {
  const name = text
    .replace(/[<("“'\s]*$/, "")
    .replace(/(?:[,;|:/→]|(?<!\?)=|\s-|[–—])$/, "")
    .trim();
  const rest = text.slice(name.length);
  // Where no separator follows, the quotation mark that was cut off belongs to the name.
  const closed = /^["”']/.test(rest) && /^["“']/.test(name) ? name + rest.charAt(0) : name;
  if (closed.startsWith('"') && closed.split('"').length % 2 === 0) return undefined;
  return isListOfCells(text, closed) ? unquoted(closed) : plainName(closed.replaceAll(/[\t;]/g, " "));
}

/** "Hale, Anna, anna@hale.example" can be three columns of which nobody knows the order, so that its name stays as it is. */
const isListOfCells = (text: string, name: string): boolean =>
  !name.startsWith('"') && /,\s*"?$/.test(text) && name.includes(",");

function readAddress(name: string, address: string): ReadPerson {
  const email = emailSchema.safeParse(address.replace(/^['‘’]/, "").replace(/['‘’.:]+$/, ""));
  return email.success ? personOf(inOneLine(name), email.data) : { message: messages.notValid };
}

function personOf(name: string, email: string, tier?: ImportMember["tier"]): ReadPerson {
  // Programs write the address where there is no name.
  const given = name.toLowerCase() === email || isPlaceholder.test(name) ? "" : name;
  if (given.includes("@")) return { message: messages.nameHasAt };
  const fullName = nameSchema.safeParse(given || email.split("@")[0]);
  if (!fullName.success) return { message: fullName.error.issues[0]?.message ?? messages.notValid };
  return { full_name: fullName.data, email, ...(tier && { tier }) };
}

const isPlaceholder =
  /^(?:#(?:n\/a|ref!|value!|name\?|div\/0!|num!|null!)|n\/?a|null|none|undefined|unknown|-+|\.|\?)$/i;

const inOneLine = (text: string): string => trimInvisible(text.replaceAll(/\s+/g, " "));

/** Without what programs put around it or write it in (RFC 2047), the given name first. */
const plainName = (text: string): string => givenNameFirst(unquoted(inOneLine(text)).replace(labelOfAddress, ""));

/** "Anna Hale (Work)": of which address an address book says so, not who it is. */
const labelOfAddress = /\s*\((?:work|home|personal|private|business|office|other|mobile)\)$/i;

function unquoted(text: string): string {
  const [, double] = /^"((?:[^"]|"")*)"$/s.exec(text) ?? [];
  const [, single = double] = /^(?:['‘](?=.*['’]$)|[“„](?=.*[”“]$))(.*).$/s.exec(text) ?? [];
  const inner = single === undefined ? text.replace(/^'(?![ts]\b)/, "") : single.replaceAll('""', '"');
  return trimInvisible(decodeWords(inner));
}
