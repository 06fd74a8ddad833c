import "./to-do.css";
import type { ReactNode } from "react";
import type { Today } from "#shared/waiting-counts/to-do.ts";
import { type ToDoWords, tellTime, tellToday } from "#shared/waiting-counts/to-do-words.ts";
import { serverNow } from "#web/lib/server-time.ts";
import { Check } from "#web/ui/icons.generated.ts";
import { LinkButton } from "#web/ui/link.tsx";

export interface ToDoEntry extends ToDoWords {
  key: string;
  by: string | null;
  since?: string | null;
}

/** One row, one act: when, who or what with its sum, and the verb. The first one is the next act of its reader. */
export const ToDoRows = ({ entries, isQuiet }: { entries: readonly ToDoEntry[]; isQuiet?: boolean }) => (
  <ul className="to-do">
    {entries.map(({ key, what, detail, action, to, by, since = null }, index) => {
      const time = tellTime({ by, since }, serverNow());
      return (
        <li key={key}>
          <span className={`to-do-time num is-${time?.tone ?? "plain"}`}>{time?.text}</span>
          <div className="to-do-what">
            <p className="wrap-anywhere">{what}</p>
            {detail && <p className="note wrap-anywhere">{detail}</p>}
          </div>
          <LinkButton to={to} variant={index === 0 && !isQuiet ? "secondary" : "outline"} isSmall>
            {action}
            <span className="sr-only">: {what}</span>
          </LinkButton>
        </li>
      );
    })}
  </ul>
);

/** In place of the rows, with what comes next. */
export const NothingToDo = ({ title, children }: { title: string; children?: ReactNode }) => (
  <p className="to-do-none">
    <span className="to-do-tick">
      <Check aria-hidden="true" />
    </span>
    <span>
      <b>{title}</b> {children}
    </span>
  </p>
);

export const entryOf = (row: Today["rows"][number]): ToDoEntry => ({
  ...tellToday(row),
  key: `${row.kind} ${row.path} ${row.names.join()}`,
  by: row.by,
  since: row.since,
});
