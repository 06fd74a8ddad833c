import { existsSync, statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { type Kysely, type Selectable, sql } from "kysely";
import type { SampleWords } from "#shared/settings/sample-wording.ts";
import type { SystemCheck, SystemState } from "#shared/system/system.ts";
import { listSampleWords } from "../../features/settings/club-settings.ts";
import { jobs as definitions } from "../../jobs.ts";
import type { DatabaseSetup, ReplicaState } from "../../platform/db/connect.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { findMail } from "../../platform/jobs/queued-jobs.ts";
import { scrubText } from "../../platform/scrub-text.ts";
import { findSecurityRelease, formatVersion, postgresSupportEnds } from "../embedded-postgres/security-releases.ts";

export interface SystemFacts {
  appUrl: string;
  hasMailServer: boolean;
  dataDir: string;
  builtRoot: string;
  version: string;
  databaseSetup: DatabaseSetup;
  now: () => Date;
}

/** End of support by major version: nodejs.org/en/about/previous-releases. */
const nodeSupportEnds: Record<string, string> = {
  20: "2026-04-30",
  22: "2027-04-30",
  24: "2028-04-30",
  26: "2029-04-30",
};
const twoDaysMilliseconds = 2 * 24 * 60 * 60 * 1000;
/** Most of its reads are answered by the primary. */
const lagSecondsAtMost = 60;
const shownErrors = 20;

export async function readSystem(db: Kysely<DB>, facts: SystemFacts): Promise<SystemState> {
  const [counts, backups, sampleWords, mails, postgres, jobs, errors, disk, testMail, replica] = await Promise.all([
    readCounts(db),
    db.selectFrom("backups").select(["name", "host", "state", "created_at"]).orderBy("created_at", "desc").execute(),
    listSampleWords(db),
    readMails(db),
    readPostgres(db),
    readLastRuns(db),
    db.selectFrom("client_errors").selectAll().orderBy("last_at", "desc").limit(shownErrors).execute(),
    statfs(facts.dataDir).catch(() => statfs(".")),
    findMail(db, "test"),
    facts.databaseSetup.replica?.readState(),
  ]);
  return {
    checks: [
      check("setup", counts.is_set_up ? "good" : "open", counts.setup_by),
      checkMail(facts, mails),
      checkBackup(facts, backups),
      check("app_url", facts.appUrl.startsWith("https:") ? "good" : "wrong", facts.appUrl),
      checkSecondAdmin(facts, counts),
      check(
        "admin_two_factor",
        counts.admins_without_factor === 0 ? "good" : "open",
        String(counts.admins_without_factor),
      ),
      check("examples", counts.examples === 0 ? "good" : "open", String(counts.examples)),
      checkTexts([...sampleWords.flatMap(namesOf), counts.starter_texts].filter(Boolean).join()),
      checkPostgres(facts, postgres.version),
      checkNode(facts),
      ...(replica ? [checkReplica(replica)] : []),
    ],
    mails: { waiting: mails.waiting, failed: mails.failed, done: mails.done },
    test_mail: testMail,
    versions: [
      { name: "Kindling", version: facts.version, built_at: builtAt(facts), supported_until: null },
      {
        name: "PostgreSQL",
        version: formatVersion(postgres.version),
        built_at: null,
        supported_until: postgresSupportEnds[majorOf(postgres.version)] ?? null,
      },
      {
        name: "Node.js",
        version: process.versions.node,
        built_at: null,
        supported_until: nodeSupportEnds[nodeMajor()] ?? null,
      },
    ],
    sizes: {
      database_bytes: Number(postgres.bytes),
      disk_free_bytes: disk.bavail * disk.bsize,
      disk_bytes: disk.blocks * disk.bsize,
    },
    database: describeDatabase(facts.databaseSetup, replica),
    jobs,
    client_errors: errors.map(({ id, message, stack, path, build, count, created_at, last_at }) => ({
      id,
      message,
      stack,
      path,
      build,
      count,
      first_at: created_at.toISOString(),
      last_at: last_at.toISOString(),
    })),
  };
}

const check = (key: SystemCheck["key"], state: SystemCheck["state"], value: string | null): SystemCheck => ({
  key,
  state,
  value,
});

function checkMail({ hasMailServer }: SystemFacts, { last_state, done }: Mails): SystemCheck {
  if (!hasMailServer) return check("mail", "wrong", "missing");
  if (last_state === "failed" || last_state === "retry") return check("mail", "wrong", "failing");
  return done > 0 ? check("mail", "good", null) : check("mail", "open", "unproven");
}

/** "identity.motto" instead of "identity", where only that is the sample's. */
const namesOf = ({ part, fields }: SampleWords): string[] =>
  fields.length > 0 ? fields.map((field) => `${part}.${field}`) : [part];

const checkTexts = (names: string) => check("starter_texts", names ? "open" : "good", names || null);

type BackupRow = Pick<Selectable<DB["backups"]>, "name" | "host" | "state" | "created_at">;

/** A file of this machine that is gone is no backup; those of other machines are not seen from here. */
function checkBackup({ now, dataDir }: SystemFacts, backups: readonly BackupRow[]): SystemCheck {
  const isThere = ({ host, name }: BackupRow) => host !== hostname() || existsSync(join(dataDir, "backups", name));
  const backup_at = backups.find((row) => row.state === "verified" && isThere(row))?.created_at;
  const [last] = backups;
  const at = backup_at?.toISOString() ?? null;
  if (last?.state === "failed") return check("backup", "wrong", "failed");
  if (!backup_at) return check("backup", last?.state === "running" ? "open" : "wrong", null);
  return check("backup", now().getTime() - backup_at.getTime() > twoDaysMilliseconds ? "wrong" : "good", at);
}

function checkPostgres({ now }: SystemFacts, version: number): SystemCheck {
  const ends = postgresSupportEnds[majorOf(version)];
  const isOver = ends !== undefined && now().toISOString() > ends;
  return check("postgresql", isOver || findSecurityRelease(version) ? "wrong" : "good", formatVersion(version));
}

function checkNode({ now }: SystemFacts): SystemCheck {
  const ends = nodeSupportEnds[nodeMajor()];
  const isOver = ends !== undefined && now().toISOString() > ends;
  return check("node", isOver ? "wrong" : "good", process.versions.node);
}

function checkReplica({ isUp, lagSeconds }: ReplicaState): SystemCheck {
  if (!isUp) return check("replica", "wrong", "away");
  const isBehind = lagSeconds === null || lagSeconds > lagSecondsAtMost;
  return check("replica", isBehind ? "wrong" : "good", isBehind ? "behind" : null);
}

function describeDatabase(setup: DatabaseSetup, state: ReplicaState | undefined): SystemState["database"] {
  const { place, hasPooler, isPrepared, replica } = setup;
  return {
    place,
    has_pooler: hasPooler,
    is_prepared: isPrepared,
    replica:
      replica && state
        ? { is_up: state.isUp, lag_bytes: state.lagBytes, lag_seconds: state.lagSeconds, reads: { ...replica.reads } }
        : null,
  };
}

/** The value is their number, and when the second one can confirm what moves money. */
function checkSecondAdmin({ now }: SystemFacts, { admins, second_stands_from: from }: Counts): SystemCheck {
  if (admins < 2) return check("second_admin", "open", String(admins));
  if (!from) return check("second_admin", "open", `${admins} objected`);
  return check("second_admin", "good", from > now() ? `${admins} ${from.toISOString()}` : String(admins));
}

const majorOf = (version: number) => Math.floor(version / 10_000);
const nodeMajor = () => process.versions.node.split(".")[0] ?? "";

function builtAt({ builtRoot }: SystemFacts): string | null {
  const built = statSync(join(builtRoot, "server/main.js"), { throwIfNoEntry: false });
  return built?.mtime.toISOString() ?? null;
}

interface Counts {
  admins: number;
  /** The second admin counts from then; `null` while somebody objects. */
  second_stands_from: Date | null;
  admins_without_factor: number;
  examples: number;
  /** Names of `starterTextNames` that no admin has saved, with commas. */
  starter_texts: string;
  is_set_up: boolean;
  setup_by: string | null;
}

async function readCounts(db: Kysely<DB>): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select (select count(*)::int from admin_ids()) as admins,
           (select a.stands_from from (select stands_from(id) from admin_ids() id) a
             order by a.stands_from nulls last offset 1 limit 1) as second_stands_from,
           (select count(*)::int from admin_ids() as admin (id)
             where not exists (select from auth.two_factors f where f.user_id = admin.id and f.verified)) as admins_without_factor,
           (select count(*)::int from content_items where is_example and kind <> 'page') as examples,
           concat_ws(',',
             case when not exists (select from club_setting_revisions
               where key = 'plans'
                 and created_at is distinct from (select finished_at from club_setup)) then 'plans' end,
             case when not exists (select from club_settings where key = 'terms') then 'terms' end,
             case when not exists (select from club_settings where key = 'links') then 'links' end,
             case when not exists (select from club_settings where key = 'stats') then 'stats.sample' end,
             case when exists (select from content_items where is_example and kind = 'page') then 'pages' end,
             case when exists (select from holdings) and exists (
               select from club_settings s, jsonb_array_elements(s.value) as stat
                where s.key = 'stats' and stat ->> 'computed' is null and stat ->> 'value' = '£0') then 'stats' end
           ) as starter_texts,
           exists (select from club_setup where finished_at is not null) as is_set_up,
           (select coalesce(p.full_name, p.email) from people p join club_setup s on s.started_by = p.id) as setup_by`.execute(
    db,
  );
  return rows[0] as Counts;
}

interface Mails {
  waiting: number;
  failed: number;
  done: number;
  last_state: string | null;
}

async function readMails(db: Kysely<DB>): Promise<Mails> {
  const { rows } = await sql<Mails>`
    select count(*) filter (where state in ('created', 'retry', 'active'))::int as waiting,
           count(*) filter (where state = 'failed')::int as failed,
           count(*) filter (where state = 'completed')::int as done,
           (array_agg(state::text order by coalesce(completed_on, started_on) desc)
             filter (where started_on is not null and state in ('completed', 'failed', 'retry')))[1] as last_state
      from pgboss.job where name = 'mail'`.execute(db);
  return rows[0] as Mails;
}

async function readPostgres(db: Kysely<DB>) {
  const { rows } = await sql<{ version: number; bytes: string }>`
    select current_setting('server_version_num')::int as version,
           pg_database_size(current_database())::text as bytes`.execute(db);
  return rows[0] as { version: number; bytes: string };
}

const shownStates = {
  created: "waiting",
  retry: "waiting",
  active: "running",
  completed: "done",
  cancelled: "done",
  failed: "failed",
} as const;

async function readLastRuns(db: Kysely<DB>): Promise<SystemState["jobs"]> {
  const { rows } = await sql<{ name: string; state: keyof typeof shownStates; last_at: Date; reason: string | null }>`
    select distinct on (name) name, state::text, coalesce(completed_on, started_on) as last_at, output ->> 'reason' as reason
      from pgboss.job where started_on is not null and name <> 'mail'
     order by name, started_on desc`.execute(db);
  return Object.keys(definitions).map((name) => {
    const run = rows.find((row) => row.name === name);
    return {
      name,
      state: run ? shownStates[run.state] : null,
      last_at: run?.last_at.toISOString() ?? null,
      reason: run?.reason && run.state !== "completed" ? scrubText(run.reason) : null,
    };
  });
}
