import type { ReactNode } from "react";
import type { DealContent } from "#shared/deals/deals.ts";
import { type DealSectionName, dealSectionMessages, openDealMessages } from "#shared/deals/open-deal-messages.ts";
import { Rail } from "#web/ui/rail.tsx";

/** Of a section that shows a part of a deal's content. */
export interface SectionProps {
  content: DealContent;
  isChanged: boolean;
}

interface DealSectionProps {
  name: DealSectionName;
  title?: string;
  /** Below the heading. */
  note?: ReactNode;
  isChanged?: boolean;
  children: ReactNode;
}

export function DealSection({ name, title = dealSectionMessages[name], note, isChanged, children }: DealSectionProps) {
  const id = sectionId(name);
  return (
    <section id={id} aria-labelledby={`${id}-heading`} className="deal-section">
      <Rail
        side={
          <>
            <h3 id={`${id}-heading`}>{title}</h3>
            {isChanged && <ChangedMark />}
            {note && <div className="note">{note}</div>}
          </>
        }
      >
        {children}
      </Rail>
    </section>
  );
}

export const sectionId = (name: DealSectionName): string => `deal-${name}`;

/** Says what its stick shows. */
export const ChangedMark = () => <span className="deal-changed">{openDealMessages.changed}</span>;
