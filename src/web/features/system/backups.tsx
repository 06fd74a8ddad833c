import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Backup } from "#shared/system/system.ts";
import { systemMessages as messages } from "#shared/system/system-messages.ts";
import { callApi } from "#web/lib/api.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { formatBytes } from "#web/lib/format-bytes.ts";
import { lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { queryKeys } from "#web/lib/query-keys.ts";
import { useAction } from "#web/lib/use-action.ts";
import { useList } from "#web/lib/use-list.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button, Spinner } from "#web/ui/button.tsx";
import { DialogOpener } from "#web/ui/dialog-opener.tsx";
import { ListView } from "#web/ui/list/list-view.tsx";
import { None, type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { backupTones } from "./job-tones.ts";

const downloadBackup = lazyPage(() => import("./download-backup.tsx").then((file) => file.DownloadBackup));

export function Backups() {
  const list = useBackups();
  const running = runningBackup(list.items);
  return (
    <div className="grid gap-4">
      <p className="max-w-(--measure)">
        Made every night, and read back before it counts. Copy them to another machine too.
      </p>
      {running && <Progress name={running.name} />}
      <ListView list={list} noun="backups" loading={messages.loading} empty={<p>No backup yet.</p>}>
        {(backups) => (
          <RecordTable
            caption={messages.backups}
            columns={columns}
            rows={backups}
            rowKey={({ name }) => name}
            isDense
          />
        )}
      </ListView>
    </div>
  );
}

export const useIsMakingBackup = (): boolean => runningBackup(useBackups().items) !== undefined;

export function MakeBackup() {
  const isRunning = useIsMakingBackup();
  const { act, isPending } = useAction("/system/backups", {
    failed: "Failed to start a backup",
    invalidates: [queryKeys.system],
  });
  const busyLabel = (isRunning && "Making a backup") || (isPending && "Starting");
  return (
    <Button variant="outline" isSmall busyLabel={busyLabel} onClick={() => act()}>
      Make a backup now
    </Button>
  );
}

const useBackups = () => useList<Backup>({ path: "/system/backups" });

const runningBackup = (backups: Backup[] | undefined) => backups?.find(({ state }) => state === "running");

const columns: RecordColumn<Backup>[] = [
  { header: "Made", className: "num whitespace-nowrap", cell: ({ started_at }) => formatDateTime(started_at) },
  {
    header: "State",
    isBeside: true,
    cell: ({ state }) => (
      <Badge tone={backupTones[state]} isPlain>
        {backupStateWords[state]}
      </Badge>
    ),
  },
  {
    header: "Size",
    isRight: true,
    className: "num",
    cell: ({ bytes }) => (bytes === null ? <None /> : formatBytes(bytes)),
  },
  {
    header: "Machine, reason",
    isPlain: true,
    className: "wrap-anywhere",
    cell: ({ host, reason }) => (reason ? `${host}: ${reason}` : host),
  },
  { header: "Actions", isActions: true, cell: (backup) => <Download backup={backup} /> },
];

function Download({ backup }: { backup: Backup }) {
  if (!backup.can.download) return null;
  return (
    <DialogOpener
      button={(open) => (
        <Button variant="outline" isSmall onClick={open}>
          {messages.download}
          <span className="sr-only"> {formatDateTime(backup.started_at)}</span>
        </Button>
      )}
      dialog={(state) => <Page page={downloadBackup} name={backup.name} {...state} />}
    />
  );
}

const followMs = 1000;

function Progress({ name }: { name: string }) {
  const client = useQueryClient();
  const { data: backup } = useQuery({
    queryKey: queryKeys.backup(name),
    queryFn: ({ signal }) => callApi<Backup>("GET", `/system/backups/${name}`, undefined, signal),
    refetchInterval: followMs,
  });
  const isOver = backup !== undefined && backup.state !== "running";
  useEffect(() => {
    if (isOver) void client.invalidateQueries({ queryKey: queryKeys.system });
  }, [isOver, client]);
  const total = backup?.rows_total ?? 0;
  const isReading = (backup?.rows_read_back ?? 0) > 0;
  const done = (isReading ? backup?.rows_read_back : backup?.rows_written) ?? 0;
  return (
    <div className="grid max-w-96 gap-2">
      <p className="flex items-center gap-2">
        <Spinner />
        {isReading ? "Reading back" : "Writing"} {done.toLocaleString("en-GB")} of {total.toLocaleString("en-GB")} rows
      </p>
      <div
        className="progress"
        role="progressbar"
        aria-label="Progress of the backup"
        aria-valuemin={0}
        aria-valuemax={Math.max(total, 1)}
        aria-valuenow={done}
      >
        <div className="progress-fill" style={{ width: `${total === 0 ? 0 : (100 * done) / total}%` }} />
      </div>
    </div>
  );
}

const backupStateWords = { running: "Running", verified: "Verified", failed: "Failed" } as const;
