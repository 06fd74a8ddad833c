import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { dealDeskMessages, enquiryColumns, enquiryImportMessages as messages } from "#shared/deal-desk-messages.ts";
import type { EnquiryResult } from "#shared/deals.ts";
import { ImportLines, type ShownLine } from "#web/features/imports/import-lines.tsx";
import { callApi } from "#web/lib/api.ts";
import { useOpenedTitle } from "#web/lib/page-meta.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { BackLink } from "#web/ui/back-link.tsx";
import type { BadgeTone } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { FileDrop } from "#web/ui/file-drop.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { toastFailure } from "#web/ui/toast.ts";
import { useDealChanged } from "../deal-queries.ts";
import type { EnquiryRow } from "./read-enquiries.ts";

const loadReader = () => import("./read-enquiries.ts");

interface Chosen {
  file: string;
  rows: EnquiryRow[];
}

/** Reads a CSV file here, and shows what became of each of its rows. */
export function ImportEnquiries({ backTo }: { backTo: string }) {
  const [chosen, setChosen] = useState<Chosen>();
  const [problem, setProblem] = useState("");
  const changed = useDealChanged();
  const { mutate, data, isPending, reset } = useMutation({
    mutationFn: (items: EnquiryRow[]) => callApi<EnquiryResult>("POST", "/deals/enquiries/import", { items }),
    onError: (error) => toastFailure(messages.failed, error),
    onSettled: () => changed(),
  });
  useOpenedTitle(messages.title);
  const read = async (file: File) => {
    const answer = await loadReader().then(({ readEnquiryFile }) => readEnquiryFile(file));
    reset();
    setProblem("problem" in answer ? answer.problem : "");
    setChosen("rows" in answer ? { file: file.name, rows: answer.rows } : undefined);
  };
  const saveTemplate = async () => {
    const { enquiryTemplate } = await loadReader();
    saveFile("enquiries.csv", "text/csv", `\uFEFF${enquiryTemplate()}`);
  };
  return (
    <div className="grid max-w-3xl gap-6">
      <div className="grid gap-1.5 pt-2">
        <BackLink to={backTo}>{dealDeskMessages.pipeline}</BackLink>
        <h2 className="d3">{messages.title}</h2>
      </div>
      <p>{messages.text}</p>
      <p className="note">
        {messages.columns}: {Object.values(enquiryColumns).join(", ")}
      </p>
      <FileDrop accept=".csv,.tsv,.txt,text/csv" isDisabled={isPending} onFile={read}>
        {(choose) => (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Button variant="outline" isSmall onClick={choose}>
              {messages.choose}
            </Button>
            <span className="note">{messages.drop}</span>
            <Button variant="ghost" isSmall onClick={saveTemplate}>
              {messages.template}
            </Button>
          </div>
        )}
      </FileDrop>
      <div role="status" className="empty:hidden">
        {problem && <Notice tone="error">{problem}</Notice>}
      </div>
      {chosen && !data && (
        <ImportLines
          title={messages.preview}
          summary={messages.read(chosen.rows.length, chosen.file)}
          note={messages.isDone}
          lines={chosen.rows.map(toPreview)}
          onlyLabel={messages.only}
        >
          <p className="mt-4">
            <Button busyLabel={isPending && messages.busy} onClick={() => mutate(chosen.rows)}>
              {messages.submit(chosen.rows.length)}
            </Button>
          </p>
        </ImportLines>
      )}
      {data && (
        <ImportLines
          title={messages.results}
          summary={messages.summary(data.added, data.items.length)}
          lines={data.items.map(toResult)}
          onlyLabel={messages.only}
        />
      )}
    </div>
  );
}

const toPreview = ({ name, round_name, enquired_on }: EnquiryRow, index: number): ShownLine => ({
  line: index + 1,
  name: name || messages.noName,
  detail: [round_name, enquired_on].filter(Boolean).join(", "),
  badge: { tone: "upcoming", label: messages.ready },
  isPlain: true,
});

const tones: Record<EnquiryResult["items"][number]["result"], BadgeTone> = {
  added: "live",
  exists: "over",
  refused: "refused",
};

const toResult = ({ row, name, result, message }: EnquiryResult["items"][number]): ShownLine => ({
  line: row,
  name: name || messages.noName,
  detail: "",
  note: result === "added" ? undefined : message,
  badge: { tone: tones[result], label: messages.labels[result] },
  isPlain: result === "added",
});
