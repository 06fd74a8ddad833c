import "#web/styles/file-drop.css";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { HoldingImportDetails, HoldingPreview, PreviewedLine } from "#shared/holding-imports.ts";
import { holdingImportDeskMessages as messages } from "#shared/holding-imports-desk-messages.ts";
import { holdingColumns } from "#shared/holding-imports-messages.ts";
import { ImportLines, type ShownLine } from "#web/features/imports/import-lines.tsx";
import { shortDate } from "#web/lib/format.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { uploadFile } from "#web/lib/upload-file.ts";
import { withQuery } from "#web/lib/use-list.ts";
import type { BadgeTone } from "#web/ui/badge.tsx";
import { Button, Spinner } from "#web/ui/button.tsx";
import { FileDrop } from "#web/ui/file-drop.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { useImportsChanged } from "./import-queries.ts";

interface Chosen {
  file: File;
  preview: HoldingPreview;
}

const send = <Answer,>(path: string, file: File) =>
  uploadFile<Answer>(path, file, { onProgress: () => {}, signal: new AbortController().signal });

/** Says of each line what would be imported, and proposes them where none has a fault. */
export function ImportFile({ linkTo }: { linkTo: (id: string) => string }) {
  const [chosen, setChosen] = useState<Chosen>();
  const changed = useImportsChanged();
  const navigate = useNavigate();
  const reading = useMutation({
    // Spreadsheet programs have types of their own for it.
    mutationFn: async (given: File) => {
      const file = new File([given], given.name, { type: "text/csv" });
      return { file, preview: await send<HoldingPreview>("/holding-imports/preview", file) };
    },
    onMutate: () => setChosen(undefined),
    onSuccess: setChosen,
  });
  const proposing = useMutation({
    mutationFn: ({ file }: Chosen) =>
      send<HoldingImportDetails>(withQuery("/holding-imports", { file_name: file.name.slice(0, 200) }), file),
    onSuccess: async ({ id }) => {
      await changed();
      toast({ title: messages.proposed });
      void navigate(linkTo(id));
    },
    onError: (error) => toastFailure(messages.proposeFailed, error),
  });
  return (
    <>
      <p>{messages.text}</p>
      <p className="note">
        {messages.columns}: {Object.values(holdingColumns).join(", ")}
      </p>
      <FileDrop
        accept=".csv,.txt,text/csv"
        isDisabled={reading.isPending || proposing.isPending}
        onFile={(file) => reading.mutate(file)}
      >
        {(choose) => (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Button variant="outline" isSmall onClick={choose}>
              {messages.choose}
            </Button>
            <span className="note">{messages.drop}</span>
            <Button variant="ghost" isSmall onClick={() => saveFile("earlier-holdings.csv", "text/csv", example)}>
              {messages.example}
            </Button>
          </div>
        )}
      </FileDrop>
      <div role="status" className="empty:hidden">
        {reading.isPending && (
          <p className="flex items-center gap-2">
            <Spinner />
            {messages.reading}
          </p>
        )}
        {reading.error && (
          <Notice tone="error" title={messages.refused}>
            {reading.error.message.replace(/^file: /, "")}
          </Notice>
        )}
      </div>
      {chosen && (
        <Preview
          preview={chosen.preview}
          isBusy={proposing.isPending}
          onPropose={() => proposing.isPending || proposing.mutate(chosen)}
        />
      )}
    </>
  );
}

interface PreviewProps {
  preview: HoldingPreview;
  isBusy: boolean;
  onPropose: () => void;
}

function Preview({ preview, isBusy, onPropose }: PreviewProps) {
  const { new_lines, known_lines, faulty_lines, items } = preview;
  return (
    <ImportLines
      title={messages.preview}
      summary={messages.summary(new_lines, known_lines, faulty_lines)}
      note={noteOf(preview)}
      lines={items.map(toShown)}
      onlyLabel={messages.only}
    >
      {faulty_lines === 0 && new_lines > 0 && (
        <p className="mt-4">
          <Button busyLabel={isBusy && messages.proposing} onClick={onPropose}>
            {messages.propose(new_lines)}
          </Button>
        </p>
      )}
    </ImportLines>
  );
}

function noteOf({ new_lines, known_lines, faulty_lines }: HoldingPreview): string | undefined {
  if (faulty_lines > 0) return messages.mend;
  if (new_lines === 0) return messages.nothingNew;
  return known_lines > 0 ? messages.leftOut : undefined;
}

const badges: Record<PreviewedLine["state"], { tone: BadgeTone; label: string }> = {
  new: { tone: "live", label: messages.ready },
  known: { tone: "over", label: messages.known },
  faulty: { tone: "refused", label: messages.faulty },
};

const toShown = (line: PreviewedLine): ShownLine => ({
  line: line.line_number,
  name: line.full_name ?? line.email ?? messages.noName,
  detail: detailOf(line),
  note: line.faults.length > 0 ? `${line.faults.join(". ")}.` : undefined,
  badge: badges[line.state],
  isPlain: line.state !== "faulty",
});

function detailOf({ kind, shares, company_name, happened_on, gross_pence }: PreviewedLine): string {
  const day = happened_on === null ? "?" : shortDate(happened_on);
  if (kind === "distribution" && gross_pence !== null) return messages.distribution(gross_pence, company_name, day);
  if (shares === null) return messages.unreadable(company_name);
  return messages.holding(shares.toLocaleString("en-GB"), company_name, day);
}

/** A holding with relief, one without, and what the first brought. */
const example = [
  Object.values(holdingColumns),
  ["holding", "user@example.com", "Example Ltd", "Ordinary", "4000", "1.25", "5000.00", "0.00", "2024-03-15"].concat([
    "EIS",
    "EIS-000-001",
    "2024-09-01",
    "",
    "",
    "",
  ]),
  ["holding", "user@example.com", "Sample Ltd", "A", "100", "2.50", "250.00", "5.00", "2023-11-30"].concat([
    ...["none", "", "", "", "", ""],
  ]),
  ["distribution", "user@example.com", "Example Ltd", "", "", "", "", "", ""].concat([
    ...["", "", "", "120.00", "0.00", "2025-01-31"],
  ]),
]
  .map((cells) => cells.join(","))
  .join("\r\n");
