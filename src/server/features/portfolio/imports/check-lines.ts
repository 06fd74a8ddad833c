import { type Kysely, sql } from "kysely";
import type { PreviewedLine } from "#shared/portfolio/holding-imports.ts";
import { holdingLineMessages as words } from "#shared/portfolio/holding-imports-messages.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import { withSplits } from "./bought-shares.ts";
import type { HoldingLine } from "./read-holding-file.ts";

/** Whose and of what: a line without faults has both. */
export interface CheckedLine extends HoldingLine, Pick<PreviewedLine, "splits" | "shares_now"> {
  state: PreviewedLine["state"];
  full_name: string | null;
  user_id: string | null;
  company_id: string | null;
}

type FoundLine = Omit<CheckedLine, "splits" | "shares_now">;

/** Each line with what the club knows of its member and its company, and whether it was imported before. */
export async function checkLines(db: Kysely<DB>, lines: readonly HoldingLine[]): Promise<CheckedLine[]> {
  const people = await findPeople(db, lines);
  const companies = await findCompanies(db, lines);
  const found = lines.map((line): FoundLine => {
    const faults = [...line.faults];
    const person = people.get(line.email);
    const ids = companies.get(line.company_name.toLowerCase()) ?? [];
    if (!faults.includes(words.email)) {
      if (!person) faults.push(words.unknownMember);
      else if (!person.isMember) faults.push(words.notMember);
    }
    if (line.company_name !== "" && ids.length !== 1)
      faults.push(ids.length === 0 ? words.unknownCompany : words.ambiguousCompany);
    return {
      ...{ ...line, faults, state: "new", full_name: person?.full_name ?? null },
      user_id: person?.isMember ? person.user_id : null,
      company_id: ids.length === 1 ? (ids[0] ?? null) : null,
    };
  });
  noteRepeated(found);
  await noteWithoutShares(db, found);
  const known = await findKnown(db, found.filter(isSound));
  return (await withSplits(db, found)).map((line) => ({
    ...line,
    state: isSound(line) ? (known.has(line.line_number) ? "known" : "new") : "faulty",
  }));
}

const isSound = ({ faults }: Pick<FoundLine, "faults">) => faults.length === 0;

/** As `holding_import_lines` keeps it. */
export const toStoredLine = ({ faults: _faults, state: _state, full_name: _name, email: _email, ...line }: FoundLine) =>
  Object.fromEntries(Object.entries(line).filter(([name]) => name !== "company_name"));

export function describePreview(sha256: string, lines: readonly CheckedLine[]) {
  const fresh = lines.filter(({ state }) => state === "new");
  const sum = (name: "cost_pence" | "gross_pence") => fresh.reduce((total, line) => total + (line[name] ?? 0), 0);
  return {
    sha256,
    new_lines: fresh.length,
    known_lines: lines.filter(({ state }) => state === "known").length,
    faulty_lines: lines.filter(({ state }) => state === "faulty").length,
    members: new Set(fresh.map(({ user_id }) => user_id)).size,
    cost_pence: sum("cost_pence"),
    gross_pence: sum("gross_pence"),
    items: lines.map(({ user_id: _user, company_id: _company, ...line }) => line),
  };
}

/** Those who left or are suspended still hold what they held. */
const holders: readonly string[] = ["approved", "suspended", "ended"];

async function findPeople(db: Kysely<DB>, lines: readonly HoldingLine[]) {
  const emails = [...new Set(lines.map(({ email }) => email))];
  const rows = await db
    .selectFrom("people_list")
    .select(["email", "user_id", "full_name", "status"])
    .where(sql<boolean>`email = any(${emails}::text[])`)
    .execute();
  return new Map(
    rows.flatMap(({ email, user_id, full_name, status }) =>
      // Who is only invited has no account.
      email === null || user_id === null
        ? []
        : [[email.toLowerCase(), { user_id, full_name, isMember: holders.includes(status ?? "") }] as const],
    ),
  );
}

async function findCompanies(db: Kysely<DB>, lines: readonly HoldingLine[]) {
  const names = [...new Set(lines.map(({ company_name }) => company_name.toLowerCase()))];
  const rows = await db
    .selectFrom("companies")
    .select(["id", sql<string>`lower(name)`.as("name")])
    .where(sql<boolean>`lower(name) = any(${names}::text[])`)
    .execute();
  const ids = new Map<string, string[]>();
  for (const { id, name } of rows) ids.set(name, [...(ids.get(name) ?? []), id]);
  return ids;
}

/** "Ordinary  shares" is "Ordinary". */
const classKey = (name: string): string =>
  name
    .normalize("NFKC")
    .trim()
    .toLowerCase()
    .replaceAll(/\s+/g, " ")
    .replace(/ shares?$/, "");

/** What identifies a line: the database compares the same. */
const identityOf = (line: FoundLine): string =>
  [
    ...[line.kind, line.user_id, line.company_id, line.happened_on, line.shares],
    ...[line.share_class && classKey(line.share_class), line.cost_pence, line.gross_pence],
  ].join("|");

function noteRepeated(lines: readonly FoundLine[]): void {
  const first = new Map<string, number>();
  for (const line of lines) {
    if (!isSound(line)) continue;
    const same = first.get(identityOf(line));
    if (same === undefined) first.set(identityOf(line), line.line_number);
    else line.faults.push(words.sameAs(same));
  }
}

/** A distribution is on shares of this file, or of an import before it. */
async function noteWithoutShares(db: Kysely<DB>, lines: readonly FoundLine[]): Promise<void> {
  const distributions = lines.filter((line) => line.kind === "distribution" && isSound(line));
  if (distributions.length === 0) return;
  const keyOf = (line: { user_id: string | null; company_id: string | null }) => `${line.user_id} ${line.company_id}`;
  const since = new Map<string, string>();
  const note = (key: string, day: string | null) => {
    const known = since.get(key);
    if (day !== null && (known === undefined || day < known)) since.set(key, day);
  };
  for (const line of lines) if (line.kind === "holding" && isSound(line)) note(keyOf(line), line.happened_on);
  const users = [...new Set(distributions.map(({ user_id }) => user_id))];
  const { rows } = await sql<{ user_id: string; company_id: string; since: string }>`
    select user_id, company_id, since from imported_since(${users}::uuid[])`.execute(db);
  for (const row of rows) note(keyOf(row), row.since);
  for (const line of distributions)
    if ((line.happened_on ?? "") < (since.get(keyOf(line)) ?? "9999")) line.faults.push(words.noEarlierShares);
}

async function findKnown(db: Kysely<DB>, lines: readonly FoundLine[]): Promise<Set<number>> {
  const stored = JSON.stringify(lines.map(toStoredLine));
  const { rows } = await sql<{ line_number: number }>`
    select known_holding_lines as line_number from known_holding_lines(${stored}::jsonb)`.execute(db);
  return new Set(rows.map(({ line_number }) => line_number));
}
