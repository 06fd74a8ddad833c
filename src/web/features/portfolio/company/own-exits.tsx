import { useQuery } from "@tanstack/react-query";
import type { OwnExit } from "#shared/funds/funds-exits.ts";
import { exitKindLabels, unpaidWords } from "#shared/funds/funds-exits-messages.ts";
import { formatPence, formatPrice } from "#shared/pence.ts";
import { DownloadButton } from "#web/lib/download-button.tsx";
import { longDate, shortDate } from "#web/lib/format.ts";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { SectionFailed } from "#web/ui/section-failed.tsx";
import { ownExitsQuery } from "../portfolio-queries.ts";

/** The member's statement of each exit of a company, newest first; nothing where there was none. */
export function OwnExits({ companyId }: { companyId: string }) {
  const { data, isPending, refetch } = useQuery(ownExitsQuery);
  const exits = data?.items.filter(({ company_id }) => company_id === companyId);
  if (isPending || exits?.length === 0) return null;
  return (
    <section className="own-part is-table" aria-labelledby="own-exits">
      <h2 className="d4" id="own-exits">
        What you got for shares
      </h2>
      {!exits && <SectionFailed text="What you got for shares could not be loaded" onRetry={refetch} />}
      {exits?.map((exit) => (
        <Statement key={exit.id} exit={exit} />
      ))}
    </section>
  );
}

function Statement({ exit }: { exit: OwnExit }) {
  const { id, kind, happened_on, price, note, lots } = exit;
  const [label, day] = [exitKindLabels[kind], longDate(happened_on)];
  return (
    <div className="grid gap-2">
      <p className="num">
        <b className="font-semibold">{messages.title(label, day)}</b>, {formatPrice(price)} a share
      </p>
      {note !== null && <p className="note max-w-(--measure) whitespace-pre-line wrap-anywhere">{note}</p>}
      <RecordTable
        caption={`Your statement of the ${label.toLowerCase()} of ${day}, lot by lot`}
        columns={columnsOf(exit)}
        rows={lots}
        rowKey={({ id }) => id}
      />
      <p>
        <DownloadButton method="GET" path={`/exits/${id}/statement.pdf`} failed="The statement was not saved">
          Statement as PDF
          <span className="sr-only"> {messages.title(label, day)}</span>
        </DownloadButton>
      </p>
    </div>
  );
}

type Lot = OwnExit["lots"][number];

function columnsOf(exit: OwnExit): RecordColumn<Lot>[] {
  const hasTotal = exit.lots.length > 1;
  const total = (words: string) => (hasTotal ? { total: words } : {});
  const money = (header: string, name: "gross_pence" | "costs_pence" | "paid_pence"): RecordColumn<Lot> => ({
    header,
    isRight: true,
    className: "num",
    ...total(formatPence(exit[name])),
    cell: (lot) => formatPence(lot[name]),
  });
  return [
    {
      header: "Lot",
      className: "num wrap-anywhere",
      ...total("Together"),
      cell: ({ certificate_number, issued_on }) =>
        messages.lotOf(certificate_number ?? "Imported", shortDate(issued_on ?? "")),
    },
    {
      header: "Shares",
      isRight: true,
      className: "num",
      ...total(exit.shares.toLocaleString("en-GB")),
      cell: ({ shares }) => shares.toLocaleString("en-GB"),
    },
    money("Gross", "gross_pence"),
    money("Costs", "costs_pence"),
    { ...money("You get", "paid_pence"), isBeside: true },
    {
      header: "Paid on",
      className: "num",
      ...total(""),
      cell: (lot) => (lot.paid_on === null ? unpaidWords(exit.kind, lot) : shortDate(lot.paid_on)),
    },
  ];
}

const messages = {
  title: (kind: string, day: string) => `${kind} of ${day}`,
  lotOf: (certificate: string, day: string) => `${certificate}, issued ${day}`,
} as const;
