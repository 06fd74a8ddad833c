import { counted } from "#shared/counted.ts";
import { useInvalidate } from "#web/lib/use-invalidate.ts";
import "#web/styles/file-drop.css";
import { useMutation } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useNavigate } from "react-router";
import { formatPence, formatPrice, withTwoDecimals } from "#shared/pence.ts";
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
import { InlineLink } from "#web/ui/link.tsx";
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
        leftOut: leftOutWords(preview.left_out_columns, preview.lines_above_header, {
          totals: totals.length,
          otherSheets: opened.table.otherSheets,
        }),
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
          <Notice tone="error" title="Nothing can be proposed of this file">
            {error.message.replace(/^file: /, "")}
          </Notice>
        )}
      </div>
      {toMatch && (
        <Suspense>
          <MatchColumns
            {...toMatch}
            fileName={toMatch.file.name}
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
          linkTo={linkTo}
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
  linkTo: (id: string) => string;
  onMatch: () => void;
  isBusy: boolean;
  onPropose: () => void;
}

function Preview({ preview, leftOut, linkTo, onMatch, isBusy, onPropose }: PreviewProps) {
  const { new_lines, known_lines, faulty_lines, items } = preview;
  const differing = items.filter(differs).length;
  return (
    <ImportLines
      title="What would be imported"
      summary={messages.summary(new_lines, known_lines, differing, faulty_lines)}
      note={[leftOut, noteOf(preview, differing)].filter(Boolean).join(" ") || undefined}
      lines={items.map((line) => toShown(line, linkTo))}
      onlyLabel={differing > 0 ? "Only lines with faults or differences" : "Only lines with faults"}
    >
      {faulty_lines === 0 && (
        <div className="num mt-4 grid gap-1">
          <p>
            {items.length === 1 ? "1 line" : `All ${counted(items.length, "line")}`}: {totalsOf(items)}
          </p>
          {new_lines > 0 && known_lines > 0 && (
            <p>
              {counted(new_lines, "new line")}: {totalsOf(items.filter(({ state }) => state === "new"))}
            </p>
          )}
        </div>
      )}
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

const differs = ({ known }: PreviewedLine) => known !== null && known.differences.length > 0;

const totalsOf = (items: readonly PreviewedLine[]) => {
  const sum = (name: "cost_pence" | "fee_pence" | "gross_pence") =>
    items.reduce((total, line) => total + (line[name] ?? 0), 0);
  return messages.totals(sum("cost_pence"), sum("fee_pence"), sum("gross_pence"));
};

function noteOf({ new_lines, known_lines, faulty_lines }: HoldingPreview, differing: number): string | undefined {
  if (faulty_lines > 0)
    return "Nothing can be proposed while a line has a fault. Mend it in the file and choose the file again.";
  if (differing > 0)
    return "Lines that were brought before are left out, and this file changes nothing of them. To correct one, open the import that it is in: take that import back, or refuse it while it waits, and choose the mended file then. Where both lines are right, such as SEIS and EIS shares of one purchase, choose a file that has both.";
  if (new_lines === 0) return "Every line of this file was proposed or imported before. There is nothing to propose.";
  return known_lines > 0 ? "Lines that were proposed or imported before are left out." : undefined;
}

const badges = {
  new: { tone: "live", label: "New" },
  proposed: { tone: "over", label: "Proposed before" },
  confirmed: { tone: "over", label: "Imported before" },
  differs: { tone: "waiting", label: "Differs from before" },
  faulty: { tone: "refused", label: "Has a fault" },
} satisfies Record<string, { tone: BadgeTone; label: string }>;

const toShown = (line: PreviewedLine, linkTo: (id: string) => string): ShownLine => {
  const { state, known, faults } = line;
  return {
    line: line.line_number,
    name: line.full_name ?? line.email ?? "Unknown member",
    detail: detailOf(line),
    note: known ? (
      <>
        Is line {known.line_number} of{" "}
        <InlineLink to={linkTo(known.import_id)} isQuiet>
          {known.file_name}
        </InlineLink>
        {differs(line) && `, with other details. ${known.differences.join(". ")}`}.
      </>
    ) : (
      faults.length > 0 && `${faults.join(". ")}.`
    ),
    badge: badges[differs(line) ? "differs" : state === "known" ? (known?.state ?? "confirmed") : state],
    isPlain: state !== "faulty" && !differs(line),
  };
};

function detailOf(line: PreviewedLine): string {
  const { kind, shares, company_name, happened_on, gross_pence, costs_pence } = line;
  const day = happened_on === null ? "?" : shortDate(happened_on);
  if (kind === "distribution" && gross_pence !== null) {
    const costs = costs_pence ? `, less costs of ${formatPence(costs_pence)}` : "";
    return `${formatPence(gross_pence)} from ${company_name}, paid ${day}${costs}`;
  }
  if (shares === null) return messages.unreadable(company_name);
  const bought = boughtWords(line);
  const what =
    bought === undefined
      ? `${counted(shares, "share")} of ${company_name}, ${day}`
      : `Shares of ${company_name}, ${day}: ${bought}`;
  return [what, priceOf(line), papersOf(line)].filter(Boolean).join(". ");
}

const priceOf = ({ price, cost_pence, fee_pence }: PreviewedLine): string =>
  [
    price !== null && `${formatPrice(withTwoDecimals(price))} a share`,
    cost_pence !== null && `cost ${formatPence(cost_pence)}`,
    fee_pence !== null && fee_pence > 0 && `fee ${formatPence(fee_pence)}`,
  ]
    .filter(Boolean)
    .join(", ");

const papersOf = ({ share_class, scheme, uir, certificate_on }: PreviewedLine): string =>
  [
    share_class,
    scheme,
    uir !== null && `UIR ${uir}`,
    certificate_on !== null && `certificate of ${shortDate(certificate_on)}`,
  ]
    .filter(Boolean)
    .join(", ");

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
