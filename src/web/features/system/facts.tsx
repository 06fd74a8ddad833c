import { jobName } from "#shared/system/job-names.ts";
import type { SystemState } from "#shared/system/system.ts";
import { jobStateWords, systemMessages as messages } from "#shared/system/system-messages.ts";
import { formatDateTime, longDate } from "#web/lib/format.ts";
import { formatBytes } from "#web/lib/format-bytes.ts";
import { Badge } from "#web/ui/badge.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { jobTones } from "./job-tones.ts";

type Version = SystemState["versions"][number];
type LastRun = SystemState["jobs"][number];
type ClientError = SystemState["client_errors"][number];

const versionColumns: RecordColumn<Version>[] = [
  { header: "Part", cell: ({ name }) => name },
  { header: "Version", className: "num", cell: ({ version }) => version },
  {
    header: "Age",
    cell: ({ built_at, supported_until }) => {
      if (built_at) return `Built ${longDate(built_at)}`;
      return supported_until ? `Supported until ${longDate(supported_until)}` : "–";
    },
  },
];

export function Versions({ state: { versions, sizes } }: { state: SystemState }) {
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

export function DatabaseFacts({ database }: Pick<SystemState, "database">) {
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
    className: "num whitespace-nowrap",
    cell: ({ last_at }) => (last_at ? formatDateTime(last_at) : "–"),
  },
  { header: "Reason", className: "wrap-anywhere", cell: ({ reason }) => reason ?? "–" },
];

export function LastRuns({ jobs }: { jobs: LastRun[] }) {
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
  { header: "Count", isRight: true, className: "num", cell: ({ count }) => count.toLocaleString("en-GB") },
  { header: "Latest", className: "num whitespace-nowrap", cell: ({ last_at }) => formatDateTime(last_at) },
];

export function ClientErrors({ errors }: { errors: ClientError[] }) {
  if (errors.length === 0) return <p>None in the last 14 days.</p>;
  return (
    <RecordTable caption={messages.clientErrors} columns={errorColumns} rows={errors} rowKey={({ id }) => id} isDense />
  );
}
