import "#web/styles/system.css";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { adminPaths } from "#shared/admin-paths.ts";
import { paths } from "#shared/paths.ts";
import { settingPath } from "#shared/settings/setting-parts.ts";
import type { SystemCheck, SystemState } from "#shared/system/system.ts";
import {
  checkLabels,
  checkStates,
  describeCheck,
  jobName,
  jobStateWords,
  systemMessages as messages,
} from "#shared/system/system-messages.ts";
import { formatDateTime, longDate } from "#web/lib/format.ts";
import { formatBytes } from "#web/lib/format-bytes.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { Badge, type BadgeTone } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Fold } from "#web/ui/fold.tsx";
import { LinkButton } from "#web/ui/link.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { None, type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { ViewHead } from "#web/ui/view-head.tsx";
import { Backups, MakeBackup, useIsMakingBackup } from "./backups.tsx";
import { jobTones } from "./job-tones.ts";
import { Queue } from "./queue.tsx";
import { SenderChecks, senderLine } from "./sender-domain.tsx";
import { hasNoMailServer, mailDomainQuery, systemQuery } from "./system-query.ts";
import { SendTestMail, TestMailState } from "./test-mail.tsx";

export function System() {
  const { data: state, error, refetch } = useQuery(systemQuery);
  return (
    <div className="grid gap-8">
      <div>
        <ViewHead title="System">
          <LookAgain />
        </ViewHead>
        {state && <Checklist state={state} />}
        {!state && !error && <RowSkeletons label={messages.loading} />}
        {!state && error && (
          <LoadFailed title="The state of the system could not be loaded" text={error.message} onRetry={refetch} />
        )}
      </div>
      {state && <Parts state={state} />}
    </div>
  );
}

/** A line each while it is well; what is not is open. */
function Parts({ state }: { state: SystemState }) {
  const { checks, mails, jobs, versions, database, client_errors: errors } = state;
  const backup = checks.find(({ key }) => key === "backup");
  const failed = jobs.filter(({ state: last }) => last === "failed").length;
  return (
    <div className="system-parts">
      <Sender />
      <Part
        title={messages.queue}
        line={messages.mailCounts(mails, hasNoMailServer(state))}
        isOpen={mails.failed > 0 || failed > 0}
      >
        <Queue />
      </Part>
      <Part title={messages.backups} line={backup && checkText(backup)} isOpen={useIsMakingBackup() || isWrong(backup)}>
        <Backups />
      </Part>
      <Part title={messages.versions} line={versions.map(({ name, version }) => `${name} ${version}`).join(", ")}>
        <Versions state={state} />
      </Part>
      <Part
        title={messages.database}
        line={messages.places[database.place]}
        isOpen={database.replica !== null && !database.replica.is_up}
      >
        <DatabaseFacts database={database} />
      </Part>
      <Part title={messages.jobs} line={messages.jobCounts(jobs.length, failed)} isOpen={failed > 0}>
        <LastRuns jobs={jobs} />
      </Part>
      <Part title={messages.clientErrors} line={messages.errorCount(errors.length)} isOpen={errors.length > 0}>
        <ClientErrors errors={errors} />
      </Part>
    </div>
  );
}

function Sender() {
  const { data: sender, error, refetch } = useQuery(mailDomainQuery);
  const isAmiss = sender?.checks.some(({ state }) => state === "missing" || state === "wrong");
  return (
    <Part title="Will our mail arrive?" line={sender && senderLine(sender)} isOpen={isAmiss}>
      {sender && <SenderChecks sender={sender} />}
      {!sender && !error && <RowSkeletons label="Asking name servers" />}
      {!sender && error && (
        <LoadFailed title="The sender could not be checked" text={error.message} onRetry={refetch} />
      )}
    </Part>
  );
}

const isWrong = (check: SystemCheck | undefined): boolean => check !== undefined && check.state !== "good";

/** Checks, queue and backups. */
function LookAgain() {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => client.invalidateQueries({ queryKey: queryKeys.system }),
  });
  return (
    <Button variant="outline" isSmall busyLabel={isPending && "Looking"} onClick={() => mutate()}>
      Look again
    </Button>
  );
}

const checkTones: Record<SystemCheck["state"], BadgeTone> = { good: "live", open: "waiting", wrong: "refused" };

const links: Partial<Record<SystemCheck["key"], { to: string; label: string }>> = {
  setup: { to: paths.setup, label: "Go on" },
  examples: { to: adminPaths.content, label: "Content" },
  second_admin: { to: adminPaths.admins, label: "Go to Admins" },
  admin_two_factor: { to: paths.accountPart("two-factor"), label: "Account" },
};

/** To the first of the settings, and to the legal pages. */
function starterLinks({ value }: SystemCheck) {
  const names = value?.split(",") ?? [];
  const first = names.find((name) => name !== "pages");
  return [
    ...(first ? [{ to: settingPath(first.split(".")[0] ?? ""), label: "Settings" }] : []),
    ...(names.includes("pages") ? [{ to: adminPaths.content, label: "Content" }] : []),
  ];
}

const columns = (system: SystemState): RecordColumn<SystemCheck>[] => [
  { header: "Check", className: "whitespace-nowrap", cell: ({ key }) => checkLabels[key] },
  {
    header: "State",
    isBeside: true,
    cell: ({ state }) => (
      <Badge tone={checkTones[state]} isPlain>
        {checkStateWords[state]}
      </Badge>
    ),
  },
  {
    header: "Why, and what to do",
    isPlain: true,
    className: "wrap-anywhere",
    cell: (check) => (
      <>
        {checkText(check)}{" "}
        {check.key === "mail" && <TestMailState mail={system.test_mail} hasNoServer={hasNoMailServer(system)} />}
      </>
    ),
  },
  { header: "Actions", isActions: true, cell: (check) => <Action check={check} /> },
];

function Checklist({ state: system }: { state: SystemState }) {
  const rank = ({ state }: SystemCheck) => -checkStates.indexOf(state);
  const wrong = system.checks.filter(isWrong).toSorted((one, other) => rank(one) - rank(other));
  const good = system.checks.filter(({ state }) => state === "good");
  const table = (caption: string, rows: readonly SystemCheck[]) => (
    <RecordTable caption={caption} columns={columns(system)} rows={rows} rowKey={({ key }) => key} isDense />
  );
  return (
    <>
      {wrong.length > 0 && table("Setup checklist", wrong)}
      {good.length > 0 && (
        <Fold summary={`Good: ${good.map(({ key }) => checkLabels[key]).join(", ")}`}>
          {table("What is good", good)}
        </Fold>
      )}
    </>
  );
}

const checkText = ({ key, state, value }: SystemCheck): string =>
  describeCheck(key, state, key === "backup" && value && value !== "failed" ? formatDateTime(value) : value);

function Action({ check }: { check: SystemCheck }) {
  const { key, state } = check;
  if (key === "mail") return <SendTestMail />;
  if (key === "backup") return <MakeBackup />;
  if (state === "good") return null;
  const given = key === "starter_texts" ? starterLinks(check) : [links[key]].filter((link) => link !== undefined);
  return given.map(({ to, label }) => (
    <LinkButton key={to} to={to} variant="outline" isSmall>
      {label}
    </LinkButton>
  ));
}

const checkStateWords = { good: "Good", open: "To do", wrong: "Fix now" } as const;

interface PartProps {
  title: string;
  line: string | undefined;
  isOpen?: boolean;
  children: ReactNode;
}

const Part = ({ title, line, isOpen, children }: PartProps) => (
  <section aria-label={title}>
    <Fold
      summary={
        <span>
          <h2 className="system-part">{title}</h2> <span className="note">{line}</span>
        </span>
      }
      isOpen={isOpen}
    >
      {children}
    </Fold>
  </section>
);

type Version = SystemState["versions"][number];
type LastRun = SystemState["jobs"][number];
type ClientError = SystemState["client_errors"][number];

const versionColumns: RecordColumn<Version>[] = [
  { header: "Part", cell: ({ name }) => name },
  { header: "Version", isBeside: true, className: "num", cell: ({ version }) => version },
  {
    header: "Age",
    isPlain: true,
    cell: ({ built_at, supported_until }) => {
      if (built_at) return `Built ${longDate(built_at)}`;
      return supported_until ? `Supported until ${longDate(supported_until)}` : <None />;
    },
  },
];

function Versions({ state: { versions, sizes } }: { state: SystemState }) {
  return (
    <>
      <RecordTable
        caption={messages.versions}
        columns={versionColumns}
        rows={versions}
        rowKey={({ name }) => name}
        isDense
      />
      <p>
        Database {formatBytes(sizes.database_bytes)}. Disk: {formatBytes(sizes.disk_free_bytes)} free of{" "}
        {formatBytes(sizes.disk_bytes)}.
      </p>
    </>
  );
}

interface DatabaseFact {
  name: string;
  value: string;
}

const databaseColumns: RecordColumn<DatabaseFact>[] = [
  { header: "Part", cell: ({ name }) => name },
  { header: "State", className: "wrap-anywhere", cell: ({ value }) => value },
];

function DatabaseFacts({ database }: Pick<SystemState, "database">) {
  return (
    <RecordTable
      caption={messages.database}
      columns={databaseColumns}
      rows={describeDatabase(database)}
      rowKey={({ name }) => name}
      isDense
    />
  );
}

function describeDatabase({ place, has_pooler, is_prepared, replica }: SystemState["database"]): DatabaseFact[] {
  return [
    { name: "Server", value: messages.places[place] },
    { name: "Pooler", value: messages.poolers[has_pooler ? "on" : "off"] },
    { name: "Prepared statements", value: messages.preparedStates[is_prepared ? "on" : "off"] },
    { name: "Replica", value: replica ? describeReplica(replica) : "None" },
    ...(replica ? [{ name: "Reads by the replica", value: messages.replicaShare(replica.reads) }] : []),
  ];
}

function describeReplica({ is_up, lag_bytes, lag_seconds }: NonNullable<SystemState["database"]["replica"]>): string {
  if (!is_up) return "Does not answer";
  return messages.replicaUp(formatBytes(lag_bytes ?? 0), lag_seconds ?? 0);
}

const runColumns: RecordColumn<LastRun>[] = [
  { header: "Job", cell: ({ name }) => jobName(name) },
  {
    header: "Last run",
    isBeside: true,
    cell: ({ state }) =>
      state ? (
        <Badge tone={jobTones[state]} isPlain>
          {jobStateWords[state]}
        </Badge>
      ) : (
        <span className="muted">Not in the last seven days</span>
      ),
  },
  {
    header: "When",
    isPlain: true,
    className: "num whitespace-nowrap",
    cell: ({ last_at }) => (last_at ? formatDateTime(last_at) : <None />),
  },
  { header: "Reason", isPlain: true, className: "wrap-anywhere", cell: ({ reason }) => reason ?? <None /> },
];

function LastRuns({ jobs }: { jobs: LastRun[] }) {
  return <RecordTable caption={messages.jobs} columns={runColumns} rows={jobs} rowKey={({ name }) => name} isDense />;
}

const errorColumns: RecordColumn<ClientError>[] = [
  {
    header: "Error",
    className: "wrap-anywhere",
    cell: ({ message, stack }) =>
      stack ? (
        <details>
          <summary>{message}</summary>
          <pre className="note whitespace-pre-wrap">{stack}</pre>
        </details>
      ) : (
        message
      ),
  },
  { header: "Page", className: "wrap-anywhere", cell: ({ path }) => path },
  {
    header: "Count",
    isBeside: true,
    isRight: true,
    className: "num",
    cell: ({ count }) => count.toLocaleString("en-GB"),
  },
  { header: "Latest", className: "num whitespace-nowrap", cell: ({ last_at }) => formatDateTime(last_at) },
];

function ClientErrors({ errors }: { errors: ClientError[] }) {
  if (errors.length === 0) return <p>None in the last 14 days.</p>;
  return (
    <RecordTable caption={messages.clientErrors} columns={errorColumns} rows={errors} rowKey={({ id }) => id} isDense />
  );
}
