import type { DealContent } from "#shared/deals/deals.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { DealSection, type SectionProps } from "./deal-section.tsx";

export function Why({ content: { page }, isChanged }: SectionProps) {
  return (
    <DealSection name="why" isChanged={isChanged}>
      <div className="deal-pair">
        <div className="grid content-start gap-3">
          <h4 className="d4">Why we like it</h4>
          <Points points={page.why_we_like_it} className="is-for" />
        </div>
        <div className="grid content-start gap-3">
          <h4 className="d4">What would make it fail</h4>
          <Points points={page.what_would_make_it_fail} className="is-against" />
        </div>
      </div>
    </DealSection>
  );
}

export function Risks({ content: { terms }, isChanged }: SectionProps) {
  return (
    <DealSection name="risks" isChanged={isChanged}>
      <Points points={terms.risks} className="is-against" />
    </DealSection>
  );
}

function Points({ points, className }: { points: readonly string[]; className: string }) {
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
    <DealSection name="team" isChanged={isChanged}>
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
    </DealSection>
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
    <DealSection name="traction" note="Each with date and source" isChanged={isChanged}>
      <RecordTable
        caption="Traction, each figure with its date and source"
        columns={columns}
        rows={page.traction}
        rowKey={({ what, as_of }) => `${what} ${as_of}`}
      />
    </DealSection>
  );
}
