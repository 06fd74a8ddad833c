import { useMutation } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { enquiryColumns, enquiryImportMessages as messages } from "#shared/deals/deal-desk-messages.ts";
import type { EnquiryResult } from "#shared/deals/deals.ts";
import { londonDate } from "#shared/london-time.ts";
import { matchColumnsMessages } from "#shared/tables/messages.ts";
import type { Table } from "#shared/tables/read-table.ts";
import type { ColumnMatch } from "#shared/tables/titles.ts";
import { callApi } from "#web/lib/api.ts";
import { shortDate } from "#web/lib/format.ts";
import { useOpenedTitle } from "#web/lib/page-meta.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { serverNow } from "#web/lib/server-time.ts";
import { BackLink } from "#web/ui/back-link.tsx";
import type { BadgeTone } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { FileDrop } from "#web/ui/file-drop.tsx";
import { ImportLines, type ShownLine } from "#web/ui/import-lines.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { toastFailure } from "#web/ui/toast.ts";
import { useDealChanged } from "../deal-queries.ts";
import type { EnquiryColumn, EnquiryRow } from "./read-enquiries.ts";

const loadReader = () => import("./read-enquiries.ts");
const loadTables = () => import("#web/lib/open-table.ts");
const MatchEnquiries = lazy(() => import("./match-enquiries.tsx").then((file) => ({ default: file.MatchEnquiries })));

interface Opened {
  file: string;
  table: Table;
  match: ColumnMatch<EnquiryColumn>;
}

interface Chosen extends Opened {
  rows: EnquiryRow[];
  /** Lines of companies that are here already. */
  known: ReadonlySet<number>;
  leftOut: string;
}

/** Reads a CSV file here, and shows what became of each of its rows. */
export function ImportEnquiries({ backTo }: { backTo: string }) {
  const [chosen, setChosen] = useState<Chosen>();
  const [toMatch, setToMatch] = useState<Opened>();
  const [problem, setProblem] = useState("");
  const changed = useDealChanged();
  const { mutate, data, isPending, reset } = useMutation({
    mutationFn: (rows: EnquiryRow[]) =>
      callApi<EnquiryResult>("POST", "/deals/enquiries/import", { items: rows.map(toItem) }),
    onError: (error) => toastFailure("Nothing was imported", error),
    onSettled: () => changed(),
  });
  useOpenedTitle(messages.title);
  const good = goodOf(chosen?.rows ?? []);
  const fresh = good.length - (chosen?.known.size ?? 0);
  const take = async (opened: Opened) => {
    const [{ readEnquiries, withoutTotals }, { describeLeftOut }] = await Promise.all([loadReader(), loadTables()]);
    setToMatch(undefined);
    try {
      const rows = readEnquiries(opened.table, opened.match, londonDate(serverNow()));
      const { totals } = withoutTotals(opened.table, opened.match);
      const known = await findKnown(rows);
      setChosen({ ...opened, rows, known, leftOut: describeLeftOut(opened.table, opened.match, totals.length) });
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  const read = async (given: File) => {
    const [{ enquirySpecs, missingEnquiryColumns }, { openTable }] = await Promise.all([loadReader(), loadTables()]);
    reset();
    setProblem("");
    setChosen(undefined);
    setToMatch(undefined);
    try {
      const { table, match } = await openTable(given, enquirySpecs);
      const opened = { file: given.name, table, match };
      if (missingEnquiryColumns(match).length === 0) await take(opened);
      else setToMatch(opened);
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  const saveTemplate = async () => {
    const { enquiryTemplate } = await loadReader();
    saveFile("enquiries.csv", "text/csv", `\uFEFF${enquiryTemplate()}`);
  };
  return (
    <div className="grid max-w-3xl gap-6">
      <div className="grid gap-1.5 pt-2">
        <BackLink to={backTo}>Enquiries</BackLink>
        <h1 className="d3">{messages.title}</h1>
      </div>
      <p>
        A CSV file or an Excel workbook. Only Company, Round and Enquired on have to be filled in; the order of the
        columns does not matter.
      </p>
      <p className="note">Columns: {Object.values(enquiryColumns).join(", ")}</p>
      <FileDrop accept=".csv,.tsv,.txt,.xlsx,text/csv" isDisabled={isPending} onFile={read}>
        {(choose) => (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Button variant="outline" isSmall onClick={choose}>
              Choose a file
            </Button>
            <span className="note">or drop one here</span>
            <Button variant="ghost" isSmall onClick={saveTemplate}>
              Download a template
            </Button>
          </div>
        )}
      </FileDrop>
      <div role="status" className="empty:hidden">
        {problem && <Notice tone="error">{problem}</Notice>}
      </div>
      {toMatch && (
        <Suspense>
          <MatchEnquiries
            {...toMatch}
            onMatched={(match) => void take({ ...toMatch, match })}
            onClose={() => setToMatch(undefined)}
          />
        </Suspense>
      )}
      {chosen && !data && (
        <ImportLines
          title="To be imported"
          summary={messages.read(
            { fresh, known: chosen.known.size, refused: chosen.rows.length - good.length },
            chosen.file,
          )}
          note={[chosen.leftOut, "Each row is its own: a row that is refused stops no other one."]
            .filter(Boolean)
            .join(" ")}
          lines={chosen.rows.map((row) => toPreview(row, chosen.known))}
          onlyLabel="Show only rows that add nothing"
        >
          {good.length === 0 && (
            <p className="note mt-4">
              No row can be imported as it is. Mend the file, or match its columns, and read it again.
            </p>
          )}
          {good.length > 0 && fresh === 0 && <p className="note mt-4">{messages.noneNew}</p>}
          <p className="button-row mt-4">
            {fresh > 0 && (
              <Button busyLabel={isPending && "Importing..."} onClick={() => mutate(good)}>
                {messages.submit(fresh)}
              </Button>
            )}
            {(chosen.leftOut || fresh === 0) && (
              <Button
                variant="ghost"
                onClick={() => {
                  setToMatch(chosen);
                  setChosen(undefined);
                }}
              >
                {matchColumnsMessages.change}
              </Button>
            )}
          </p>
        </ImportLines>
      )}
      {data && (
        <ImportLines
          title="Imported"
          summary={`${data.added} of ${data.items.length} added`}
          lines={data.items.map((item) => toResult(item, good))}
          onlyLabel="Show only rows that added nothing"
        />
      )}
    </div>
  );
}

const goodOf = (rows: readonly EnquiryRow[]) => rows.filter(({ problem }) => problem === "");
const toItem = ({ line: _line, problem: _problem, ...item }: EnquiryRow) => item;

/** The club says which companies it has, before anything is imported. */
async function findKnown(rows: readonly EnquiryRow[]): Promise<ReadonlySet<number>> {
  const good = goodOf(rows);
  if (good.length === 0) return new Set();
  const { items } = await callApi<EnquiryResult>("POST", "/deals/enquiries/preview", { items: good.map(toItem) });
  return new Set(items.flatMap(({ row, result }) => (result === "exists" ? (good[row - 1]?.line ?? []) : [])));
}

const badgeOf = (isRefused: boolean, isKnown: boolean): ShownLine["badge"] => {
  if (isRefused) return { tone: "refused", label: messages.labels.refused };
  return isKnown ? { tone: "over", label: messages.labels.exists } : { tone: "upcoming", label: messages.labels.fresh };
};

const toPreview = (
  { line, name, round_name, enquired_on, problem }: EnquiryRow,
  known: ReadonlySet<number>,
): ShownLine => ({
  line,
  name: name || messages.noName,
  detail: [round_name, isIsoDay(enquired_on) ? shortDate(enquired_on) : enquired_on].filter(Boolean).join(", "),
  note: problem || undefined,
  badge: badgeOf(problem !== "", known.has(line)),
  isPlain: problem === "" && !known.has(line),
});

const isIsoDay = (text = ""): text is string => /^\d{4}-\d\d-\d\d$/.test(text);

const tones: Record<EnquiryResult["items"][number]["result"], BadgeTone> = {
  added: "live",
  exists: "over",
  refused: "refused",
};

type ResultItem = EnquiryResult["items"][number];

const toResult = ({ row, name, result, message }: ResultItem, rows: readonly EnquiryRow[] = []): ShownLine => ({
  line: rows[row - 1]?.line ?? row,
  name: name || messages.noName,
  detail: "",
  note: result === "added" ? undefined : message,
  badge: { tone: tones[result], label: messages.labels[result] },
  isPlain: result === "added",
});
