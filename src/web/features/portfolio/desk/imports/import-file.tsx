import { counted } from "#shared/counted.ts";
import { useInvalidate } from "#web/lib/use-invalidate.ts";
import "#web/styles/file-drop.css";
import { useMutation } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useNavigate } from "react-router";
import { formatPence } from "#shared/pence.ts";
import { holdingColumnSpecs, missingHoldingColumns } from "#shared/portfolio/holding-columns.ts";
import type { HoldingImportDetails, HoldingPreview, PreviewedLine } from "#shared/portfolio/holding-imports.ts";
import { holdingImportDeskMessages as messages } from "#shared/portfolio/holding-imports-desk-messages.ts";
import { type HoldingColumn, holdingColumns } from "#shared/portfolio/holding-imports-messages.ts";
import { boughtWords } from "#shared/portfolio/portfolio-messages.ts";
import { matchColumnsMessages } from "#shared/tables/messages.ts";
import { type ColumnMatch, writeMatch } from "#shared/tables/titles.ts";
import { shortDate } from "#web/lib/format.ts";
import type { OpenedTable } from "#web/lib/open-table.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { uploadFile } from "#web/lib/upload-file.ts";
import { withQuery } from "#web/lib/use-list.ts";
import type { BadgeTone } from "#web/ui/badge.tsx";
import { Button, Spinner } from "#web/ui/button.tsx";
import { FileDrop } from "#web/ui/file-drop.tsx";
import { ImportLines, type ShownLine } from "#web/ui/import-lines.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { importKeys } from "./import-queries.ts";

type Opened = OpenedTable<HoldingColumn>;

interface Chosen {
  opened: Opened;
  preview: HoldingPreview;
  /** Of the table, in words. */
  leftOut: string;
}

const loadTables = () => import("#web/lib/open-table.ts");
const MatchColumns = lazy(() =>
  import("#web/lib/match-columns.tsx").then((file) => ({ default: file.MatchColumns<HoldingColumn> })),
);

const send = <Answer,>(path: string, file: File) =>
  uploadFile<Answer>(path, file, { onProgress: () => {}, signal: new AbortController().signal });

/** Says of each line what would be imported, and proposes them where none has a fault. */
export function ImportFile({ linkTo }: { linkTo: (id: string) => string }) {
  const [chosen, setChosen] = useState<Chosen>();
  const changed = useInvalidate(importKeys);
  const navigate = useNavigate();
  const [toMatch, setToMatch] = useState<Opened>();
  const reading = useMutation({
    mutationFn: async (opened: Opened): Promise<Chosen> => {
      const [{ leftOutWords }, { splitTotals }] = await Promise.all([
        loadTables(),
        import("#shared/tables/read-table.ts"),
      ]);
      const { totals } = splitTotals(opened.table.rows, opened.match.email);
      const path = withQuery("/holding-imports/preview", columnsOf(opened.match));
      const preview = await send<HoldingPreview>(path, opened.file);
      return {
        opened,
        preview,
        leftOut: leftOutWords(preview.left_out_columns, preview.lines_above_header, totals.length),
      };
    },
    onMutate: () => setToMatch(undefined),
    onSuccess: setChosen,
  });
  const opening = useMutation({
    mutationFn: async (given: File) => (await loadTables()).openTable(given, holdingColumnSpecs),
    onMutate: () => {
      reading.reset();
      setChosen(undefined);
      setToMatch(undefined);
    },
    onSuccess: (opened) =>
      missingHoldingColumns(opened.match).length === 0 ? reading.mutate(opened) : setToMatch(opened),
  });
  const proposing = useMutation({
    mutationFn: ({ opened: { file, match } }: Chosen) => {
      const query = { file_name: file.name.slice(0, 200), ...columnsOf(match) };
      return send<HoldingImportDetails>(withQuery("/holding-imports", query), file);
    },
    onSuccess: async ({ id }) => {
      await changed();
      toast({ title: "Proposed. Another admin confirms it." });
      void navigate(linkTo(id));
    },
    onError: (error) => toastFailure("Not proposed", error),
  });
  const isReading = opening.isPending || reading.isPending;
  const error = opening.error ?? reading.error;
  return (
    <>
      <p>
        Shares that members held before the club kept its rounds here. Choose a CSV file or an Excel workbook: a line
        for each purchase of a member, and if you like for each earlier distribution. Nothing is written before you
        propose it, and members hold nothing of it before another admin confirms it.
      </p>
      <p>{messages.asBought}</p>
      <p className="note">Columns: {Object.values(holdingColumns).join(", ")}</p>
      <FileDrop
        accept=".csv,.txt,.xlsx,text/csv"
        isDisabled={isReading || proposing.isPending}
        onFile={(file) => opening.mutate(file)}
      >
        {(choose) => (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Button variant="outline" isSmall onClick={choose}>
              Choose a file…
            </Button>
            <span className="note">or drop one here</span>
            <Button variant="ghost" isSmall onClick={() => saveFile("earlier-holdings.csv", "text/csv", example)}>
              Download an example
            </Button>
          </div>
        )}
      </FileDrop>
      <div role="status" className="empty:hidden">
        {isReading && (
          <p className="flex items-center gap-2">
            <Spinner />
            Reading the file…
          </p>
        )}
        {error && (
          <Notice tone="error" title="This file cannot be read">
            {error.message.replace(/^file: /, "")}
          </Notice>
        )}
      </div>
      {toMatch && (
        <Suspense>
          <MatchColumns
            {...toMatch}
            specs={holdingColumnSpecs}
            missingOf={missingHoldingColumns}
            onMatched={(match) => reading.mutate({ ...toMatch, match })}
            onClose={() => setToMatch(undefined)}
          />
        </Suspense>
      )}
      {chosen && !toMatch && (
        <Preview
          preview={chosen.preview}
          leftOut={chosen.leftOut}
          onMatch={() => setToMatch(chosen.opened)}
          isBusy={proposing.isPending}
          onPropose={() => proposing.isPending || proposing.mutate(chosen)}
        />
      )}
    </>
  );
}

const columnsOf = (match: ColumnMatch<HoldingColumn>) => ({ columns: writeMatch(match) });

interface PreviewProps {
  preview: HoldingPreview;
  leftOut: string;
  onMatch: () => void;
  isBusy: boolean;
  onPropose: () => void;
}

function Preview({ preview, leftOut, onMatch, isBusy, onPropose }: PreviewProps) {
  const { new_lines, known_lines, faulty_lines, items } = preview;
  return (
    <ImportLines
      title="What would be imported"
      summary={messages.summary(new_lines, known_lines, faulty_lines)}
      note={[leftOut, noteOf(preview)].filter(Boolean).join(" ") || undefined}
      lines={items.map(toShown)}
      onlyLabel="Only lines with faults"
    >
      <p className="button-row mt-4">
        {faulty_lines === 0 && new_lines > 0 && (
          <Button busyLabel={isBusy && "Proposing…"} onClick={onPropose}>
            {messages.propose(new_lines)}
          </Button>
        )}
        <Button variant="ghost" onClick={onMatch}>
          {matchColumnsMessages.change}
        </Button>
      </p>
    </ImportLines>
  );
}

function noteOf({ new_lines, known_lines, faulty_lines }: HoldingPreview): string | undefined {
  if (faulty_lines > 0)
    return "Nothing can be proposed while a line has a fault. Mend it in the file and choose the file again.";
  if (new_lines === 0) return "Every line of this file was imported before. There is nothing to propose.";
  return known_lines > 0 ? "Lines that were imported before are left out." : undefined;
}

const badges: Record<PreviewedLine["state"], { tone: BadgeTone; label: string }> = {
  new: { tone: "live", label: "New" },
  known: { tone: "over", label: "Imported before" },
  faulty: { tone: "refused", label: "Has a fault" },
};

const toShown = (line: PreviewedLine): ShownLine => ({
  line: line.line_number,
  name: line.full_name ?? line.email ?? "Unknown member",
  detail: detailOf(line),
  note: line.faults.length > 0 ? `${line.faults.join(". ")}.` : undefined,
  badge: badges[line.state],
  isPlain: line.state !== "faulty",
});

function detailOf(line: PreviewedLine): string {
  const { kind, shares, company_name, happened_on, gross_pence } = line;
  const day = happened_on === null ? "?" : shortDate(happened_on);
  if (kind === "distribution" && gross_pence !== null)
    return `${formatPence(gross_pence)} from ${company_name}, paid ${day}`;
  if (shares === null) return messages.unreadable(company_name);
  const bought = boughtWords(line);
  if (bought !== undefined) return `Shares of ${company_name}, ${day}: ${bought}`;
  return `${counted(shares, "share")} of ${company_name}, ${day}`;
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
