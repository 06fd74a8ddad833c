import { createHash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { companyKey } from "#shared/company-key.ts";
import { formatDay, londonDate } from "#shared/london-time.ts";
import { formatPence } from "#shared/pence.ts";
import { holdingColumnSpecs } from "#shared/portfolio/holding-columns.ts";
import type { HoldingPreview, PreviewedLine } from "#shared/portfolio/holding-imports.ts";
import {
  holdingColumns,
  holdingImportLimits,
  holdingFileMessages as messages,
  holdingLineMessages as words,
} from "#shared/portfolio/holding-imports-messages.ts";
import { readMatch } from "#shared/tables/titles.ts";
import type { Caller } from "../../../context.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import type { FileKind } from "../../../platform/files/inspect-content.ts";
import { withNewFile } from "../../../platform/files/with-new-file.ts";
import { HttpError, refusedField } from "../../../platform/http/http-error.ts";
import { findStateOfFile, getImport, proposeImport, withSplits } from "./import-queries.ts";
import { HoldingFileError, type HoldingLine, readHoldingFile } from "./read-holding-file.ts";

const importFile: FileKind = {
  name: "holding_import",
  maximumBytes: holdingImportLimits.bytes,
  mediaTypes: ["text/csv"],
};

/** What would be imported of a file, line by line. @throws HttpError 409 for a file that is imported, 422 for one that cannot be read. */
export async function previewImport(caller: Caller, bytes: Uint8Array, columns?: string): Promise<HoldingPreview> {
  const { sha256, lines, ...leftOut } = await readLines(caller, bytes, columns);
  return { ...describePreview(sha256, lines), ...leftOut };
}

/** The file with its new lines, for another admin to confirm: all of them or none. @throws HttpError */
export async function proposeHoldings(caller: Caller, file_name: string, bytes: Uint8Array, columns?: string) {
  const { dependencies, actor } = caller;
  const { sha256, lines } = await readLines(caller, bytes, columns);
  const faulty = lines.filter(({ state }) => state === "faulty").length;
  if (faulty > 0) throw refusedField("file", messages.faulty(faulty));
  if (!lines.some(({ state }) => state === "new")) throw new HttpError("file_already_imported", messages.nothingNew);
  return withNewFile(dependencies.files, { content: [bytes], kind: importFile }, ({ id: file_id }) =>
    dependencies.asActor(actor, async (tx, effects) => {
      const import_id = await proposeImport(tx, { file_name, file_id, sha256, lines: lines.map(toStoredLine) });
      const { lots, distributions, cost_pence, members } = await getImport(tx, actor, import_id);
      effects.audit("holdings_import_proposed", actor.userId, {
        import_id,
        file_name,
        sha256,
        members,
        lots,
        distributions,
        cost_pence,
      });
      return getImport(tx, actor, import_id);
    }),
  );
}

async function readLines({ dependencies, actor }: Caller, bytes: Uint8Array, columns?: string) {
  const db = dependencies.readAs(actor);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const state = await findStateOfFile(db, sha256);
  if (state) throw new HttpError("file_already_imported", state === "proposed" ? messages.proposed : messages.known);
  const { lines, ...leftOut } = read(bytes, londonDate(dependencies.now()), columns);
  return { sha256, lines: await checkLines(db, lines), ...leftOut };
}

function read(bytes: Uint8Array, today: string, columns?: string) {
  try {
    return readHoldingFile(bytes, today, columns === undefined ? undefined : readMatch(columns, holdingColumnSpecs));
  } catch (error) {
    throw error instanceof HoldingFileError ? refusedField("file", error.message) : error;
  }
}

interface CheckedLine extends HoldingLine, Pick<PreviewedLine, "splits" | "shares_now" | "known"> {
  state: PreviewedLine["state"];
  full_name: string | null;
  user_id: string | null;
  company_id: string | null;
}

type FoundLine = Omit<CheckedLine, "splits" | "shares_now" | "known">;

/** Each line with what the club knows of its member and its company, and whether it was imported before. */
async function checkLines(db: Kysely<DB>, lines: readonly HoldingLine[]): Promise<CheckedLine[]> {
  const people = await findPeople(db, lines);
  const companies = await findCompanies(db, lines);
  const found = lines.map((line): FoundLine => {
    const faults = [...line.faults];
    const person = people.get(line.email);
    const ids = companies(line.company_name);
    if (!faults.includes(words.email)) {
      if (!person) faults.push(words.unknownMember);
      else if (!person.isMember) faults.push(words.notMember);
    }
    if (line.company_name !== "" && ids.length !== 1)
      faults.push(ids.length === 0 ? words.unknownCompany : words.ambiguousCompany);
    return {
      ...line,
      faults,
      state: "new",
      full_name: person?.full_name ?? null,
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
    known: known.get(line.line_number) ?? null,
  }));
}

const isSound = ({ faults }: Pick<FoundLine, "faults">) => faults.length === 0;

/** As `holding_import_lines` keeps it, with its state. */
const toStoredLine = ({ faults: _faults, full_name: _name, email: _email, ...line }: FoundLine) =>
  Object.fromEntries(Object.entries(line).filter(([name]) => name !== "company_name" && name !== "known"));

function describePreview(sha256: string, lines: readonly CheckedLine[]) {
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

/** Members who left or are suspended still hold what they held. */
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
      // A person who is only invited has no account.
      email === null || user_id === null
        ? []
        : [[email.toLowerCase(), { user_id, full_name, isMember: holders.includes(status ?? "") }] as const],
    ),
  );
}

/** By the name as it is written; of a name that no company has, those that are spelt otherwise. */
async function findCompanies(db: Kysely<DB>, lines: readonly HoldingLine[]) {
  const names = new Set(lines.map(({ company_name }) => companyKey(company_name)));
  const rows = await db.selectFrom("companies").select(["id", "name"]).execute();
  const alike = rows.filter(({ name }) => names.has(companyKey(name)));
  const idsOf = (isSame: (name: string) => boolean) => alike.flatMap(({ id, name }) => (isSame(name) ? [id] : []));
  return (given: string): string[] => {
    const written = idsOf((name) => name.toLowerCase() === given.toLowerCase());
    return written.length > 0 ? written : idsOf((name) => companyKey(name) === companyKey(given));
  };
}

/** "Ordinary  shares" is "Ordinary". */
const classKey = (name: string): string =>
  name
    .normalize("NFKC")
    .trim()
    .toLowerCase()
    .replaceAll(/\s+/g, " ")
    .replace(/ shares?$/, "");

/** Returns what identifies a line with `reliefDiffers`: the database compares the same. */
const identityOf = (line: FoundLine): string =>
  [
    ...[line.kind, line.user_id, line.company_id, line.happened_on, line.shares],
    ...[line.share_class && classKey(line.share_class), line.cost_pence, line.gross_pence],
  ].join("|");

/** One purchase can be split into shares of SEIS and of EIS, or have two certificates; a missing one may only not be known yet. */
const reliefDiffers = (one: FoundLine, other: FoundLine): boolean =>
  [
    [one.scheme, other.scheme],
    [uirKey(one.uir), uirKey(other.uir)],
  ].some(([here, there]) => here !== null && there !== null && here !== there);

/** "s 1" is "S1". */
const uirKey = (uir: string | null): string | null =>
  uir === null ? null : uir.normalize("NFKC").toLowerCase().replaceAll(/\s/g, "");

function noteRepeated(lines: readonly FoundLine[]): void {
  const seen = new Map<string, FoundLine[]>();
  for (const line of lines) {
    if (!isSound(line)) continue;
    const alike = seen.get(identityOf(line)) ?? [];
    const same = alike.find((other) => !reliefDiffers(line, other));
    if (same) line.faults.push(words.sameAs(same.line_number));
    else seen.set(identityOf(line), [...alike, line]);
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

/** By its number, the line of another import that each is, and in what it differs. */
async function findKnown(
  db: Kysely<DB>,
  lines: readonly FoundLine[],
): Promise<Map<number, NonNullable<PreviewedLine["known"]>>> {
  const stored = JSON.stringify(lines.map(toStoredLine));
  const { rows } = await sql<KnownLine>`
    select k.line_number, l.import_id, i.file_name, i.state, l.line_number as known_line, l.fee_pence, l.scheme, l.uir,
           l.certificate_on, l.costs_pence
      from known_holding_lines(${stored}::jsonb) k
      join holding_import_lines l on l.id = k.known_id join holding_imports i on i.id = l.import_id`.execute(db);
  const byNumber = new Map(lines.map((line) => [line.line_number, line]));
  return new Map(
    rows.map(({ line_number, import_id, file_name, state, known_line, ...before }) => {
      const line = byNumber.get(line_number);
      const differences = line ? differencesOf(before, line) : [];
      return [line_number, { import_id, file_name, state, line_number: known_line, differences }];
    }),
  );
}

type Particulars = Pick<HoldingLine, "fee_pence" | "scheme" | "uir" | "certificate_on" | "costs_pence">;
interface KnownLine extends Particulars {
  line_number: number;
  import_id: string;
  file_name: string;
  state: "proposed" | "confirmed";
  known_line: number;
}

function differencesOf(before: Particulars, here: Particulars): string[] {
  const pence = (value: number | null) => (value === null ? null : formatPence(value));
  const day = (value: string | null) => (value === null ? null : formatDay(value));
  const said = [
    [holdingColumns.fee, pence(before.fee_pence), pence(here.fee_pence)],
    [holdingColumns.scheme, before.scheme, here.scheme],
    [holdingColumns.uir, before.uir, here.uir],
    [holdingColumns.certificate_on, day(before.certificate_on), day(here.certificate_on)],
    [holdingColumns.costs, pence(before.costs_pence), pence(here.costs_pence)],
  ] as const;
  return said
    .filter(([, there, now]) => uirKey(there) !== uirKey(now))
    .map(([title, there, now]) => words.differs(title, there, now));
}
