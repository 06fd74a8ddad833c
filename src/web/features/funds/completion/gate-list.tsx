import "./completion.css";
import type { ReactNode } from "react";
import type { CompletionCheck } from "#shared/funds/funds-completion.ts";
import { gateMessages as messages } from "#shared/funds/funds-completion-desk-messages.ts";
import type { CompletionItem } from "#shared/funds/funds-completion-messages.ts";
import { classNames } from "#web/ui/class-names.ts";

interface GateListProps {
  items: readonly CompletionCheck[];
  /** What can be done about each, and what there is: one below the other instead of two side by side. */
  more?: Partial<Record<CompletionItem, ReactNode>>;
}

/** What completion needs: a filled dot if it exists, a hollow one and a word if it is missing. */
export function GateList({ items, more }: GateListProps) {
  return (
    <ul className={classNames("gate-list", more && "is-long")}>
      {items.map(({ key, label, state, said }) => (
        <li key={key} className={`is-${state}`}>
          <p className="gate-line">
            <span className="gate-label">
              {label}
              <span className={state === "met" ? "sr-only" : "note"}>, {messages.states[state]}</span>
            </span>
            <span className="gate-said num">{said}</span>
          </p>
          {more?.[key] && <div className="gate-more">{more[key]}</div>}
        </li>
      ))}
    </ul>
  );
}
