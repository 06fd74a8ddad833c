import "./company-updates.css";
import { useQuery } from "@tanstack/react-query";
import { formatFigure } from "#shared/company-updates/company-figure-words.ts";
import { quarterName, quarterWords, shortQuarter } from "#shared/company-updates/company-quarters.ts";
import type { CompanyUpdate, UpdateFigures } from "#shared/company-updates/company-updates.ts";
import {
  type FigureName,
  figureLabels,
  figureNames,
  memberUpdateMessages as messages,
} from "#shared/company-updates/company-updates-messages.ts";
import { fileStem } from "#shared/slug.ts";
import type { ChartTable } from "#web/lib/chart-figure.tsx";
import { ChartNumbers } from "#web/lib/chart-figure.tsx";
import { downloadFile, useDownload } from "#web/lib/download-button.tsx";
import { longDate } from "#web/lib/format.ts";
import { formatBytes } from "#web/lib/format-bytes.ts";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { SectionFailed } from "#web/ui/section-failed.tsx";
import { ownUpdatesQuery } from "./update-queries.ts";
import { FigureCharts, UpdateText } from "./update-view.tsx";

interface CompanyUpdatesProps {
  companyId: string;
  name: string;
  /** Some of its shares are left. */
  isHeld: boolean;
}

/** A part of a company's page, for those who hold its shares, or held them. */
export function CompanyUpdates({ companyId, name, isHeld }: CompanyUpdatesProps) {
  const { data, isPending, refetch } = useQuery(ownUpdatesQuery(companyId));
  const latest = data?.items[0];
  return (
    <section className="updates" aria-labelledby="company-updates">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 className="d4" id="company-updates">
          {messages.title}
        </h2>
        {latest && <p className="note num">{sentWords(latest)}</p>}
      </div>
      {isPending && <RowSkeletons label={messages.title} count={3} />}
      {!isPending && !data && <SectionFailed text="The company’s updates could not be loaded" onRetry={refetch} />}
      {data && isHeld && data.missed.length > 0 && (
        <p className="text-small text-ochre">
          The company sent nothing for the {data.missed.map(quarterWords).join(", ")}.
        </p>
      )}
      {data && !latest && isHeld && data.missed.length === 0 && (
        <p className="muted">The company has sent no update yet. It is asked after each quarter.</p>
      )}
      {data && !latest && !isHeld && (
        <p className="muted">You hold no shares of it any more. There is no update of the company.</p>
      )}
      {data && latest && (
        <>
          <FigureCharts updates={data.items} />
          <FigureTable updates={data.items} company={name} />
          <UpdateText {...latest} />
          <Letter update={latest} />
          {data.items.length > 1 && <Older updates={data.items.slice(1)} />}
        </>
      )}
    </section>
  );
}

function sentWords({ quarter, sent_at, corrects_sent_at }: CompanyUpdate): string {
  const sent = `${quarterName(quarter)}, sent ${longDate(corrects_sent_at ?? sent_at)}`;
  return corrects_sent_at ? `${sent}, corrected ${longDate(sent_at)}` : sent;
}

interface ToldUpdate extends UpdateFigures {
  quarter: string;
}

/** Every quarter, with what was not given, to be read and to be saved. */
function FigureTable({ updates, company }: { updates: readonly ToldUpdate[]; company: string }) {
  return (
    <ChartNumbers
      heading={messages.title}
      table={() => figureTable(updates)}
      fileName={`updates-${fileStem(company)}-${updates[0]?.quarter.toLowerCase() ?? ""}`}
    />
  );
}

export const figureTable = (updates: readonly ToldUpdate[]): ChartTable<ToldUpdate> => ({
  caption: messages.title,
  rows: updates,
  rowKey: ({ quarter }) => quarter,
  columns: [
    {
      header: "Quarter",
      className: "whitespace-nowrap",
      value: ({ quarter }: ToldUpdate) => quarter,
      cell: ({ quarter }) => (
        <>
          <span aria-hidden="true">{shortQuarter(quarter)}</span>
          <span className="sr-only">{quarterName(quarter)}</span>
        </>
      ),
    },
    ...figureNames.map((name) => ({
      header: figureLabels[name],
      isRight: true,
      className: "num",
      ...(name.endsWith("_pence") && { unit: "GBP" as const }),
      cell: (update: ToldUpdate) => (update[name] === null ? messages.notGiven : formatFigure(name, update[name])),
      value: (update: ToldUpdate) => (update[name] === null ? "" : plainFigure(name, update[name])),
    })),
  ],
});

/** Returns pounds and percent. */
const plainFigure = (name: FigureName, value: number): number => (/_(pence|bp)$/.test(name) ? value / 100 : value);

function Letter({ update: { id, letter, quarter } }: { update: CompanyUpdate }) {
  const { download, isPending } = useDownload(
    () => downloadFile("GET", `/company-updates/${id}/letter`),
    messages.letter,
  );
  if (!letter) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3">
      <button type="button" className="row-action" aria-busy={isPending || undefined} onClick={() => download()}>
        {messages.letter} (PDF, {formatBytes(letter.bytes)})<span className="sr-only">, {quarterWords(quarter)}</span>
      </button>
    </p>
  );
}

function Older({ updates }: { updates: readonly CompanyUpdate[] }) {
  return (
    <details className="update-fold">
      <summary>Older updates</summary>
      {updates.map((update) => (
        <section
          key={update.id}
          className="grid grid-cols-1 gap-2 border-t border-line py-[0.9rem]"
          aria-label={quarterName(update.quarter)}
        >
          <p className="note num">{sentWords(update)}</p>
          <UpdateText {...update} />
          <Letter update={update} />
        </section>
      ))}
    </details>
  );
}
