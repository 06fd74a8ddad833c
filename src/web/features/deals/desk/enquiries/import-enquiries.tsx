import { useMutation } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import {
  dealDeskMessages,
  enquiryColumns,
  enquiryImportMessages as messages,
} from "#shared/deals/deal-desk-messages.ts";
import type { EnquiryResult } from "#shared/deals/deals.ts";
import { matchColumnsMessages } from "#shared/tables/messages.ts";
import type { Table } from "#shared/tables/read-table.ts";
import type { ColumnMatch } from "#shared/tables/titles.ts";
import { callApi } from "#web/lib/api.ts";
import { useOpenedTitle } from "#web/lib/page-meta.ts";
import { saveFile } from "#web/lib/save-file.ts";
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
      callApi<EnquiryResult>("POST", "/deals/enquiries/import", {
        items: rows.map(({ line: _line, problem: _problem, ...item }) => item),
      }),
    onError: (error) => toastFailure(messages.failed, error),
    onSettled: () => changed(),
  });
  useOpenedTitle(messages.title);
  const good = chosen?.rows.filter(({ problem }) => problem === "") ?? [];
  const take = async (opened: Opened) => {
    const [{ readEnquiries }, { describeLeftOut }] = await Promise.all([loadReader(), loadTables()]);
    setToMatch(undefined);
    try {
      const rows = readEnquiries(opened.table, opened.match);
      setChosen({ ...opened, rows, leftOut: describeLeftOut(opened.table, opened.match) });
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
        <BackLink to={backTo}>{dealDeskMessages.pipeline}</BackLink>
        <h2 className="d3">{messages.title}</h2>
      </div>
      <p>{messages.text}</p>
      <p className="note">
        {messages.columns}: {Object.values(enquiryColumns).join(", ")}
      </p>
      <FileDrop accept=".csv,.tsv,.txt,.xlsx,text/csv" isDisabled={isPending} onFile={read}>
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
          title={messages.preview}
          summary={messages.read(chosen.rows.length, chosen.rows.length - good.length, chosen.file)}
          note={[chosen.leftOut, messages.isDone].filter(Boolean).join(" ")}
          lines={chosen.rows.map(toPreview)}
          onlyLabel={messages.onlyRefused}
        >
          {good.length === 0 && <p className="note mt-4">{messages.noneReady}</p>}
          <p className="button-row mt-4">
            {good.length > 0 && (
              <Button busyLabel={isPending && messages.busy} onClick={() => mutate(good)}>
                {messages.submit(good.length)}
              </Button>
            )}
            {(chosen.leftOut || good.length === 0) && (
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
          title={messages.results}
          summary={messages.summary(data.added, data.items.length)}
          lines={data.items.map((item) => toResult(item, good))}
          onlyLabel={messages.only}
        />
      )}
    </div>
  );
}

const toPreview = ({ line, name, round_name, enquired_on, problem }: EnquiryRow): ShownLine => ({
  line,
  name: name || messages.noName,
  detail: [round_name, enquired_on].filter(Boolean).join(", "),
  note: problem || undefined,
  badge: problem ? { tone: "refused", label: messages.refused } : { tone: "upcoming", label: messages.ready },
  isPlain: problem === "",
});

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
