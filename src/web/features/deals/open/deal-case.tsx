import type { DealContent } from "#shared/deals/deals.ts";
import { dealSectionMessages } from "#shared/deals/open-deal-messages.ts";
import { inWords } from "#web/lib/format.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { ChangedMark, DealFold, type SectionProps } from "./deal-section.tsx";

/** For and against; under the second also the risks that the terms name, where it does not say them itself. */
export function Why({ content: { page, terms }, isChanged }: SectionProps) {
  const against = page.what_would_make_it_fail;
  const risks = terms.risks.filter((risk) => !against.some((point) => point.includes(risk)));
  return (
    <section id="deal-why" className="deal-section deal-pair" aria-label={dealSectionMessages.why}>
      {page.why_we_like_it.length > 0 && (
        <div>
          <div className="deal-section-head">
            <h2>Why we like it</h2>
            {isChanged && <ChangedMark />}
          </div>
          <Points points={page.why_we_like_it} className="is-for" />
        </div>
      )}
      <div>
        <div className="deal-section-head">
          <h2>{against.length > 0 ? "What would make it fail" : dealSectionMessages.risks}</h2>
          {isChanged && <ChangedMark />}
        </div>
        <Points points={against} className="is-against" />
        {against.length > 0 && risks.length > 0 && <h3 className="d4">{dealSectionMessages.risks}</h3>}
        <Points points={risks} className="is-against" />
      </div>
    </section>
  );
}

function Points({ points, className }: { points: readonly string[]; className: string }) {
  if (points.length === 0) return null;
  return (
    <ul className={`deal-points ${className}`}>
      {points.map((point) => (
        <li key={point} dir="auto">
          {point}
        </li>
      ))}
    </ul>
  );
}

export function Team({ content: { page }, isChanged }: SectionProps) {
  return (
    <DealFold name="team" line={inWords(page.team.map(({ name }) => name))} isChanged={isChanged}>
      <ul className="deal-pair">
        {page.team.map(({ name, history }) => (
          <li key={name} className="flex gap-3.5">
            <Avatar name={name} size="small" />
            <div className="min-w-0 wrap-anywhere">
              <p className="font-semibold">{name}</p>
              <p className="small muted whitespace-pre-line" dir="auto">
                {history}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </DealFold>
  );
}

type Figure = DealContent["page"]["traction"][number];

const columns: RecordColumn<Figure>[] = [
  { header: "What", className: "wrap-anywhere", cell: ({ what }) => what },
  { header: "Figure", isRight: true, className: "num", cell: ({ figure }) => figure },
  { header: "As of", className: "num", cell: ({ as_of }) => as_of },
  { header: "Source", className: "wrap-anywhere", cell: ({ source }) => source },
];

export function Traction({ content: { page }, isChanged }: SectionProps) {
  return (
    <DealFold
      name="traction"
      line={page.traction
        .slice(0, 2)
        .map(({ what, figure }) => `${what} ${figure}`)
        .join(", ")}
      isChanged={isChanged}
    >
      <RecordTable
        caption="Traction, each figure with its date and source"
        columns={columns}
        rows={page.traction}
        rowKey={({ what, as_of }) => `${what} ${as_of}`}
      />
    </DealFold>
  );
}
