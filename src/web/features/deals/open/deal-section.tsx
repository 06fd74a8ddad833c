import type { ReactNode } from "react";
import { useLocation } from "react-router";
import type { DealContent } from "#shared/deals/deals.ts";
import { type DealSectionName, dealSectionMessages, openDealMessages } from "#shared/deals/open-deal-messages.ts";
import { useKeptFold } from "#web/lib/search-state.ts";
import { ChevronDown } from "#web/ui/icons.generated.ts";

export interface SectionProps {
  content: DealContent;
  isChanged: boolean;
}

interface DealSectionProps {
  name: DealSectionName;
  title?: string;
  isChanged?: boolean;
  children: ReactNode;
}

/** The section is never folded. */
export function DealSection({ name, title = dealSectionMessages[name], isChanged, children }: DealSectionProps) {
  const id = sectionId(name);
  return (
    <section id={id} aria-labelledby={`${id}-heading`} className="deal-section">
      <div className="deal-section-head">
        <h2 id={`${id}-heading`}>{title}</h2>
        {isChanged && <ChangedMark />}
      </div>
      {children}
    </section>
  );
}

interface DealFoldProps extends Omit<DealSectionProps, "children"> {
  /** Its most important line. */
  line: string;
  /** The line is all that shows if this is left out. */
  children?: ReactNode;
  /** Below the fold, shown whether it is open or not. */
  act?: ReactNode;
}

/** Opens in place; the address says that it is open, and may name it in its hash. */
export function DealFold({ name, title = dealSectionMessages[name], line, isChanged, children, act }: DealFoldProps) {
  const id = sectionId(name);
  const { hash } = useLocation();
  const { isOpen, onToggle } = useKeptFold(name, hash === `#${id}`);
  const head = (
    <>
      <h3 id={`${id}-heading`}>{title}</h3>
      <span>
        {line}
        {isChanged && <ChangedMark />}
      </span>
    </>
  );
  return (
    <section id={id} aria-labelledby={`${id}-heading`} className="deal-fold">
      {children ? (
        <details open={isOpen} onToggle={({ currentTarget }) => onToggle(currentTarget.open)}>
          <summary className="deal-fold-line">
            {head}
            <ChevronDown />
          </summary>
          <div className="grid grid-cols-1 gap-3 pt-2 pb-5">{children}</div>
        </details>
      ) : (
        <div className="deal-fold-line">{head}</div>
      )}
      {act}
    </section>
  );
}

interface DealGroupProps {
  id: string;
  title: string;
  children: ReactNode;
}

/** Folds under one heading. */
export function DealGroup({ id, title, children }: DealGroupProps) {
  return (
    <section id={`deal-${id}`} aria-labelledby={`deal-${id}-heading`} className="deal-section deal-group">
      <h2 id={`deal-${id}-heading`}>{title}</h2>
      {children}
    </section>
  );
}

export const sectionId = (name: DealSectionName): string => `deal-${name}`;

/** Says what its stick shows. */
export const ChangedMark = () => <span className="deal-changed">{openDealMessages.changed}</span>;
