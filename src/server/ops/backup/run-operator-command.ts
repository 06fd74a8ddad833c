import { existsSync } from "node:fs";
import { hostname } from "node:os";
import { join, resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type ParseArgsConfig, parseArgs } from "node:util";
import type { Client, ClientBase } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { productName } from "#shared/settings/club.ts";
import {
  changeSchema,
  createSchema,
  findAppliedMigrations,
  isCurrent,
  migrationLock,
  namesOf,
  readSchemaFiles,
  recordSchema,
} from "../../platform/db/apply-schema.ts";
import { type DatabaseAddress, describeAddress } from "../../platform/db/database-address.ts";
import { ensureRoles } from "../../platform/db/roles.ts";
import { readSettings, type Settings } from "../../settings.ts";
import { isTrueWithin } from "../embedded-postgres/wait.ts";
import { openDatabase } from "../start/open-database.ts";
import { previewUpgrade } from "../start/preview-upgrade.ts";
import { showFirstAdmins } from "../start/show-first-admins.ts";
import {
  BackupFileError,
  type BackupHeader,
  type BackupTrailer,
  type ClubTable,
  openingOf,
  qualified,
} from "./backup-format.ts";
import { countRows, emptyLeftOutTables, findClubTables, summarise } from "./club-tables.ts";
import {
  type CommandContext,
  countOf,
  explainFailure,
  OperatorError,
  operatorLog,
  secondsSince,
} from "./operator-command.ts";
import { type BackupPart, readBackup } from "./read-backup.ts";
import { dropSession, openBackupSession, saveClub } from "./save-club.ts";
import { draftSecret, planSecret, type SecretPlan } from "./secret-plan.ts";
import {
  emptyQueue,
  hasQueue,
  isWaiting,
  prepareQueue,
  qualifiedQueue,
  queueJobs,
  waitingJobs,
} from "./waiting-jobs.ts";

interface Place {
  address: DatabaseAddress;
  /** Holds the migration lock, which a starting club waits for. */
  client: Client;
  close(): Promise<void>;
}

/** Our own last connection may still be closing. */
const patienceMilliseconds = 2000;

/**
 * Opens the database of the settings, creating an embedded one if need be, and locks it against starting clubs. @throws
 * OperatorError while a club runs on it.
 */
async function openPlace(settings: Settings): Promise<Place> {
  const { direct: address, stop } = await openDatabase(settings, operatorLog);
  const client = await openBackupSession(address).catch(async (error) => {
    await stop();
    throw error;
  });
  const close = async () => {
    await client.end();
    await stop();
  };
  try {
    await keepClubsOff(client);
    await ensureRoles(client);
    return { address, client, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function keepClubsOff(client: Client): Promise<void> {
  const { rows } = await client.query("select pg_try_advisory_lock($1) as is_ours", [migrationLock]);
  const isAlone = async () => {
    const others = await client.query(
      `select from pg_stat_activity
        where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
          and backend_type = 'client backend'`,
    );
    return others.rows.length === 0;
  };
  if (rows[0]?.is_ours && (await isTrueWithin(patienceMilliseconds, isAlone))) return;
  throw new OperatorError(
    "A club runs on this database, or somebody else is connected to it. Stop every process of the club, then try again.",
  );
}

interface FoundClub {
  /** Its tables exist, even if empty. */
  isMade: boolean;
  rows: number;
  /** Rows per table, for the operator; empty without rows. */
  words: string;
}

const namedTables = 5;

/** @throws OperatorError when the database belongs to another program. */
async function findClub(client: Client): Promise<FoundClub> {
  const tables = await findClubTables(client);
  const isMade = (await findAppliedMigrations(client)).length > 0;
  if (!isMade && tables.length > 0) {
    const names = tables.map(({ schema, name }) => `${schema}.${name}`).join(", ");
    throw new OperatorError(
      `This database holds tables that are no club's (${names}). Give the club a database of its own.`,
    );
  }
  const counts: [string, number][] = [];
  for (const table of tables) counts.push([`${table.schema}.${table.name}`, await countRows(client, table)]);
  if (await hasQueue(client)) counts.push(["jobs that wait", await countWaiting(client)]);
  const filled = counts.filter(([, count]) => count > 0).toSorted(([, one], [, other]) => other - one);
  const rows = filled.reduce((sum, [, count]) => sum + count, 0);
  const named = filled.slice(0, namedTables).map(([name, count]) => `${count} of ${name}`);
  const others = filled.length > namedTables ? ", and others" : "";
  return { isMade, rows, words: rows > 0 ? `${countOf(rows, "row")}: ${named.join(", ")}${others}` : "" };
}

async function countWaiting(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: string }>(`select count(*) from ${qualifiedQueue} where ${isWaiting}`);
  return Number(rows[0]?.count);
}

interface Loading {
  client: Client;
  address: DatabaseAddress;
  root: string;
  file: string;
  header: BackupHeader;
  dataDir: string;
  found: FoundClub;
  isSecretLost: boolean;
}

/**
 * Recreates the backup's schema, fills it and migrates it to the current one, in the caller's transaction. @returns what
 * this version has no place for.
 */
async function loadClub(loading: Loading): Promise<string[]> {
  const { client, address, root, file, header, dataDir, found, isSecretLost } = loading;
  if (found.isMade) await removeClub(client);
  await emptyQueue(client);
  await createSchema(client, header.code.creation);
  await recordSchema(client, header.migrations, header.code);
  const close = await openTables(client);
  const tables = await fillTables(client, readBackup(file));
  await close();
  for (const sequence of header.sequences) {
    await client.query("select setval(to_regclass($1), $2, $3)", [
      qualified(sequence),
      sequence.last_value,
      sequence.is_called,
    ]);
  }
  const files = readSchemaFiles(root);
  if (!(await isCurrent(client, files))) await changeSchema(client, files);
  await emptyLeftOutTables(client);
  await forgetBackups(client, dataDir);
  if (isSecretLost) await forgetEncrypted(client);
  const queues = await queueJobs(client, address, jobsToQueue.name);
  return [...tables.map((name) => `table ${name}`), ...queues.map((name) => `jobs of ${name}`)];
}

/** Keeps the backups whose files are on this machine: the others were made by the installation that was backed up. */
async function forgetBackups(client: ClientBase, dataDir: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "select name from public.backups where state = 'verified' and host = $1",
    [hostname()],
  );
  const kept = rows.map(({ name }) => name).filter((name) => existsSync(join(dataDir, "backups", name)));
  await client.query("delete from public.backups where name <> all ($1)", [kept]);
}

/** Deletes what the lost secret encrypted: it is unreadable. */
async function forgetEncrypted(client: ClientBase): Promise<void> {
  await client.query("delete from auth.two_factors");
  await client.query("update auth.users set two_factor_enabled = false where two_factor_enabled");
  await client.query("delete from auth.jwks");
}

/** Drops what migrations created; keeps schema public, extensions and the queue's tables. */
async function removeClub(client: ClientBase): Promise<void> {
  await client.query("drop schema if exists auth cascade");
  await client.query("drop schema migrations cascade");
  await client.query(`do $$
declare
  statement text;
begin
  for statement in
    with own as (
      select 'pg_class'::regclass as catalogue, oid, 1 as turn,
             format('drop %s if exists %s cascade', case relkind when 'v' then 'view' when 'm' then 'materialized view'
                    when 'S' then 'sequence' else 'table' end, oid::regclass) as statement
        from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S')
      union all
      select 'pg_proc'::regclass, oid, 2, format('drop routine if exists %s cascade', oid::regprocedure)
        from pg_proc where pronamespace = 'public'::regnamespace
      union all
      select 'pg_type'::regclass, oid, 3, format('drop type if exists %s cascade', oid::regtype)
        from pg_type where typnamespace = 'public'::regnamespace and typtype in ('e', 'd', 'r')
    )
    select own.statement from own
     where not exists (select from pg_depend d
                        where d.classid = own.catalogue and d.objid = own.oid and d.deptype = 'e')
     order by turn
  loop
    execute statement;
  end loop;
end $$`);
}

/**
 * Drops foreign keys and disables triggers during the load: table order is irrelevant, triggers do not repeat their
 * work. @returns restores them, which checks every row.
 */
async function openTables(client: ClientBase): Promise<() => Promise<void>> {
  const keys = await statements(
    client,
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as off,
            format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as on
       from pg_constraint
      where contype = 'f' and conparentid = 0 and connamespace in ('public'::regnamespace, 'auth'::regnamespace)`,
  );
  const triggers = await statements(
    client,
    `select format('alter table %s disable trigger %I', tgrelid::regclass, tgname) as off,
            format('alter table %s enable trigger %I', tgrelid::regclass, tgname) as on
       from pg_trigger t
       join pg_class c on c.oid = t.tgrelid and c.relnamespace in ('public'::regnamespace, 'auth'::regnamespace)
      where not tgisinternal and tgenabled = 'O' and tgparentid = 0`,
  );
  for (const { off } of [...keys, ...triggers]) await client.query(off);
  return async () => {
    for (const { on } of [...triggers, ...keys]) await client.query(on);
  };
}

const statements = async (client: ClientBase, text: string) =>
  (await client.query<{ on: string; off: string }>(text)).rows;

type Parts = AsyncGenerator<BackupPart, BackupTrailer>;

/** Temporary table, dropped at commit: jobs until the queue takes them. */
const jobsToQueue: ClubTable = { ...waitingJobs, schema: "pg_temp", name: "jobs_to_queue" };

/**
 * Runs in the caller's transaction. @returns tables of the backup that no migration creates, which are skipped. @throws
 * OperatorError when a row count differs.
 */
async function fillTables(client: Client, parts: Parts): Promise<string[]> {
  const known = new Set((await findClubTables(client)).map(qualified));
  if (known.size > 0) await client.query(`truncate ${[...known].join(", ")}`);
  await client.query(
    `create temporary table jobs_to_queue (id uuid, name text, data jsonb, priority integer, start_after timestamptz,
                                           singleton_key text) on commit drop`,
  );
  const targets: ClubTable[] = [];
  for (;;) {
    const { done, value } = await parts.next();
    if (done) return verify(client, targets, value, known);
    if (value.kind !== "table") continue;
    const target = value.table.schema === waitingJobs.schema ? jobsToQueue : value.table;
    targets.push(target);
    if (isKnown(target, known)) await fill(client, target, parts);
  }
}

const isKnown = (table: ClubTable, known: Set<string>) => table === jobsToQueue || known.has(qualified(table));

async function fill(client: Client, table: ClubTable, parts: Parts): Promise<void> {
  try {
    await pipeline(Readable.from(rowsUntilEnd(parts)), client.query(copyFrom(openingOf(table))));
  } catch (error) {
    const { code, constraint = "" } = error as { code?: string; constraint?: string };
    // PostgreSQL's message contains the row, which is personal data.
    if (!code || error instanceof BackupFileError) throw error;
    throw new OperatorError(
      `PostgreSQL does not take the rows of ${table.schema}.${table.name}: error ${code} ${constraint}`,
    );
  }
}

async function* rowsUntilEnd(parts: Parts): AsyncGenerator<Buffer> {
  for (;;) {
    const { done, value } = await parts.next();
    if (done || value.kind !== "rows") return;
    yield value.bytes;
  }
}

async function verify(client: Client, targets: ClubTable[], { rows }: BackupTrailer, known: Set<string>) {
  for (const [index, table] of targets.entries()) {
    if (!isKnown(table, known)) continue;
    const found = await countRows(client, table);
    if (found === rows[index]) continue;
    throw new OperatorError(
      `${table.schema}.${table.name} holds ${found} rows after loading, and the backup ${rows[index]}.`,
    );
  }
  return targets.filter((table) => !isKnown(table, known)).map(({ schema, name }) => `${schema}.${name}`);
}

/** `npm run restore`. */
export async function restoreClub({ settings, place: file, options, root, signal }: CommandContext): Promise<string> {
  const began = performance.now();
  if (!file) throw new OperatorError("Say which file: npm run restore -- FILE");
  const { header, trailer } = await checkFile(file);
  checkMigrations(header, root);
  checkKind(header, settings);
  const mayReplace = options.replace ?? false;
  const plan = planSecret(header, settings, { mayReplace, mayLose: options["without-secret"] ?? false });
  const place = await openPlace(settings);
  signal.addEventListener("abort", () => dropSession(place.client));
  try {
    const found = await findClub(place.client);
    if (found.rows > 0 && !mayReplace) throw new OperatorError(explainFound(found, place));
    const said = await restoreRows({ place, found, plan, file, header, root, dataDir: settings.dataDir });
    return [
      `${productName} is restored from ${file} in ${secondsSince(began)}: ${summarise(header.tables, trailer.rows)}.`,
      `It is the club of ${header.created_at}, in the ${describeAddress(place.address)}.`,
      ...(found.rows > 0 ? [`What was there is gone: ${found.words}.`] : []),
      ...said,
      "Start it with npm start.",
    ].join("\n");
  } finally {
    await place.close();
  }
}

/** Reads the whole file first: nothing is changed for a damaged one. */
async function checkFile(file: string): Promise<{ header: BackupHeader; trailer: BackupTrailer }> {
  const parts = readBackup(file);
  let header: BackupHeader | undefined;
  for (;;) {
    const { done, value } = await parts.next();
    if (done && header) return { header, trailer: value };
    if (!done && value.kind === "header") header = value.header;
  }
}

const explainFound = ({ words }: FoundClub, { address }: Place) =>
  `There is a club already in the ${describeAddress(address)}, with ${words}. Restore into an empty place, or add --replace to lose that one.`;

interface Work {
  place: Place;
  found: FoundClub;
  plan: SecretPlan;
  file: string;
  header: BackupHeader;
  root: string;
  dataDir: string;
}

/** @returns notes for the operator, a line each. */
async function restoreRows({ place, found, plan, file, header, root, dataDir }: Work): Promise<string[]> {
  const { client, address } = place;
  await prepareQueue(address);
  const secret = plan.place ? draftSecret(dataDir, plan.place) : undefined;
  try {
    await client.query("begin");
    const leftOut = await loadClub({ client, address, root, file, header, dataDir, found, isSecretLost: plan.isLost });
    await client.query("commit");
    const placed = secret?.put() ?? [];
    await client.query("analyze").catch(() => {}); // PostgreSQL gets to it by itself, later.
    return [
      ...placed,
      ...(plan.isLost
        ? ["The old secret is lost: everybody signs in again and sets up two-factor sign-in once more."]
        : []),
      ...(leftOut.length > 0 ? [`Left out, because this version does not have it: ${leftOut.join(", ")}.`] : []),
    ];
  } finally {
    secret?.discard();
  }
}

/** @throws OperatorError unless the backup's migrations are the first of ours. */
function checkMigrations({ migrations }: BackupHeader, root: string): void {
  const known = namesOf(readSchemaFiles(root));
  const unknown = migrations.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new OperatorError(
      `The backup is of a newer version of the club: this one does not have ${unknown.join(", ")}. Update it (git pull, npm install), then try again.`,
    );
  }
  if (migrations.some((name, index) => name !== known[index])) {
    throw new OperatorError(
      "The migrations of the backup and of this version are in another order. Restore it with the version it was made by.",
    );
  }
}

/** @throws OperatorError for a sample backup into a real club, or the reverse. */
function checkKind({ is_sample }: BackupHeader, { isSampleClub }: Settings): void {
  if (is_sample === isSampleClub) return;
  throw new OperatorError(
    is_sample
      ? "This is a backup of the sample club, whose passwords everybody knows. To restore it, leave ADMIN_EMAILS out."
      : "This is a backup of a club of your own. Set ADMIN_EMAILS to the e-mail addresses of its admins, then try again.",
  );
}

const flag = { type: "boolean" } as const;

const commands = {
  backup: {
    run: saveClub,
    options: { replace: flag, sample: flag },
    usage: "npm run backup -- [FILE or FOLDER] [--replace] [--sample]",
  },
  restore: {
    run: restoreClub,
    options: { replace: flag, "without-secret": flag },
    usage: "npm run restore -- FILE [--replace] [--without-secret]",
  },
  "upgrade-preview": {
    run: previewUpgrade,
    options: { sample: flag },
    usage: "npm run upgrade-preview -- [--sample]",
  },
  "first-admin": {
    run: showFirstAdmins,
    options: {},
    usage: "npm run first-admin",
  },
};

const exitCodes = { done: 0, failed: 1, misused: 2 };

/** Exit code 0: done, 1: failed, 2: usage. */
export async function runOperatorCommand(name: string, args: string[], env: NodeJS.ProcessEnv, root: string) {
  const command = isCommand(name) ? commands[name] : undefined;
  const given = command && parse(command.options, args);
  if (!given) {
    const usages = (command ? [command] : Object.values(commands)).map(({ usage }) => usage);
    return end(exitCodes.misused, `Use: ${usages.join("\n     ")}`);
  }
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stop.abort());
  try {
    const settings = readSettings(env);
    const [word] = given.positionals;
    // npm runs in the project folder; INIT_CWD is the operator's.
    const place = word === undefined ? undefined : resolve(env.INIT_CWD ?? "", word);
    end(exitCodes.done, await command.run({ settings, place, options: given.values, root, signal: stop.signal }));
  } catch (error) {
    end(
      exitCodes.failed,
      `${productName}: ${name} did not take place. ${stop.signal.aborted ? "It was stopped." : explainFailure(error)}`,
    );
  }
}

const isCommand = (name: string): name is keyof typeof commands => Object.hasOwn(commands, name);

function parse(options: ParseArgsConfig["options"], args: string[]) {
  try {
    const { positionals, values } = parseArgs({ args, allowPositionals: true, options });
    return positionals.length > 1 ? undefined : { positionals, values: values as CommandContext["options"] };
  } catch {
    return undefined;
  }
}

/** Exits even with open connections. */
function end(exitCode: number, said: string): void {
  const stream = exitCode === exitCodes.done ? process.stdout : process.stderr;
  stream.write(`\n${said}\n\n`, () => process.exit(exitCode));
}
