import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { QueuedJob } from "#shared/system/system.ts";
import { jobStateWords, systemMessages as messages } from "#shared/system/system-messages.ts";
import { callApi } from "#web/lib/api.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { useList } from "#web/lib/use-list.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmButton } from "#web/ui/confirm-button.tsx";
import { ListView } from "#web/ui/list/list-view.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { Segments } from "#web/ui/segments.tsx";
import { toastFailure } from "#web/ui/toast.ts";
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
    failureMessage: messages.queueFailed,
  });
  return (
    <div className="grid gap-4">
      <Segments label={messages.queueFilter} value={state} options={filters} onChange={setState} />
      <ListView list={list} noun="entries" loading={messages.loading} empty={<p>{messages.nothingQueued}</p>}>
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
    cell: ({ state }) => (
      <Badge tone={jobTones[state]} isPlain>
        {jobStateWords[state]}
      </Badge>
    ),
  },
  { header: "Reason", className: "wrap-anywhere", cell: reasonOf },
  { header: "Since", className: "num whitespace-nowrap", cell: ({ created_at }) => formatDateTime(created_at) },
  { header: "Actions", isActions: true, cell: (job) => <Actions job={job} /> },
];

/** What waits for the morning, or for another try, says until when. */
function reasonOf({ state, at, reason }: QueuedJob): string {
  const isAhead = state === "waiting" && at !== null && Date.parse(at) > Date.now();
  return [reason, isAhead && messages.dueAt(formatDateTime(at))].filter(Boolean).join(". ") || "–";
}

function Actions({ job: { id, kind, name, can } }: { job: QueuedJob }) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (action: "retry" | "discard") => callApi("POST", `/system/jobs/${id}/${action}`),
    onError: (error) => toastFailure(messages.actionFailed, error),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.system }),
  });
  const what = messages.queued(kind, name);
  return (
    <>
      {can.retry && (
        <Button variant="outline" isSmall busyLabel={isPending && messages.queueing} onClick={() => mutate("retry")}>
          {messages.retry}
          <span className="sr-only"> {what}</span>
        </Button>
      )}
      {can.discard && (
        <ConfirmButton
          label={messages.discard}
          labelEnd={what}
          title={messages.discardTitle}
          text={messages.discardText}
          cancelLabel={messages.keep}
          variant="danger"
          onConfirm={(close) => {
            close();
            mutate("discard");
          }}
        />
      )}
    </>
  );
}
