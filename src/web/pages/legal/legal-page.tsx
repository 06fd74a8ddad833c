import type { ComponentType } from "react";
import { proseElements } from "#web/content/prose-elements.tsx";
import { longDate } from "#web/lib/dates.ts";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { Rail } from "#web/ui/rail.tsx";

interface LegalPageProps {
  title: string;
  description: string;
  /** The side-head. */
  side?: string;
  /** ISO date. */
  updated: string;
  Text: ComponentType<{ components?: object }>;
}

export function LegalPage({ title, description, side = "Legal", updated, Text }: LegalPageProps) {
  usePageMeta(title, description);
  return (
    <div className="wrap page page-end">
      <Rail side={<LastUpdated label={side} date={updated} />}>
        <h1 className="d1">{title}</h1>
        <div className="prose mt-10">
          <Text components={proseElements} />
        </div>
      </Rail>
    </div>
  );
}

function LastUpdated({ label, date }: { label: string; date: string }) {
  return (
    <>
      <p>{label}</p>
      <p className="by num">
        <span>
          Last updated <time dateTime={date}>{longDate(date)}</time>
        </span>
      </p>
    </>
  );
}
