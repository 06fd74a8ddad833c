import { useState } from "react";
import type { QueuedJob } from "#shared/system/system.ts";
import { jobStateWords, systemMessages as messages } from "#shared/system/system-messages.ts";
import { ActionButton } from "#web/lib/action-button.tsx";
import { formatDateTime } from "#web/lib/format.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { serverNow } from "#web/lib/server-time.ts";
import { useAction } from "#web/lib/use-action.ts";
import { useList } from "#web/lib/use-list.ts";
import { Badge } from "#web/ui/badge.tsx";
import { ConfirmButton } from "#web/ui/confirm-button.tsx";
import { ListView } from "#web/ui/list/list-view.tsx";
import { None, type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { Segments } from "#web/ui/segments.tsx";
import { jobTones } from "./job-tones.ts";

const filters = [
  { value: "failed", label: jobStateWords.failed },
  { value: "waiting", label: jobStateWords.waiting },
  { value: "done", label: jobStateWords.done },
] as const;

export function Queue() {
  const [state, setState] = useState<(typeof filters)[number]["value"]>("failed");
  const list = useList<QueuedJob>({
    path: "/system/jobs",
    parameters: { state },
  });
  return (
    <div className="grid gap-4">
      <Segments label="Show" value={state} options={filters} onChange={setState} />
      <ListView list={list} noun="entries" loading={messages.loading} empty={<p>Nothing.</p>}>
        {(jobs) => (
          <RecordTable caption={messages.queue} columns={columns} rows={jobs} rowKey={({ id }) => id} isDense />
        )}
      </ListView>
    </div>
  );
}

const columns: RecordColumn<QueuedJob>[] = [
  { header: "What", className: "wrap-anywhere", cell: ({ kind, name }) => messages.queued(kind, name) },
  {
    header: "State",
    isBeside: true,
    cell: ({ state }) => (
      <Badge tone={jobTones[state]} isPlain>
        {jobStateWords[state]}
      </Badge>
    ),
  },
  { header: "Reason", isPlain: true, className: "wrap-anywhere", cell: (job) => reasonOf(job) || <None /> },
  { header: "Since", className: "num whitespace-nowrap", cell: ({ created_at }) => formatDateTime(created_at) },
  { header: "Actions", isActions: true, cell: (job) => <Actions job={job} /> },
];

/** What waits for the morning, or for another try, says until when. */
function reasonOf({ state, at, reason }: QueuedJob): string {
  const isAhead = state === "waiting" && at !== null && Date.parse(at) > serverNow().getTime();
  return [reason, isAhead && `Not before ${formatDateTime(at)}`].filter(Boolean).join(". ");
}

function Actions({ job: { id, kind, name, can } }: { job: QueuedJob }) {
  const labelEnd = messages.queued(kind, name);
  const options = { failed: "This entry did not change", invalidates: [queryKeys.system] };
  const { act: discard } = useAction(`/system/jobs/${id}/discard`, options);
  return (
    <>
      {can.retry && (
        <ActionButton
          {...options}
          labelEnd={labelEnd}
          path={`/system/jobs/${id}/retry`}
          variant="outline"
          label="Try again"
          busy={messages.queueing}
        />
      )}
      {can.discard && (
        <ConfirmButton
          label="Discard"
          labelEnd={labelEnd}
          title="Discard this entry?"
          text="It is deleted from the queue and never done. An email is not sent."
          variant="danger"
          onConfirm={(close) => {
            close();
            discard();
          }}
        />
      )}
    </>
  );
}
