import { type ReactNode, useId, useState } from "react";
import { type Tier, tierLabels } from "#shared/people/people-messages.ts";
import { Badge, type BadgeTone } from "./badge.tsx";
import { Button } from "./button.tsx";
import { Checkbox } from "./checkbox.tsx";

/** Keeps long lists fast. */
const pageSize = 100;

export interface ShownLine {
  line: number;
  name: string;
  detail: string;
  note?: ReactNode;
  badge: { tone: BadgeTone; label: string };
  /** No problem to show. */
  isPlain: boolean;
}

/** "mina@castell.example, VIP". */
export const detailOf = ({ email, tier }: { email: string; tier?: Tier | undefined }): string =>
  tier ? `${email}, ${tierLabels[tier]}` : email;

interface ImportLinesProps {
  title: string;
  summary: string;
  note?: ReactNode;
  lines: readonly ShownLine[];
  /** Label of the problems filter. */
  onlyLabel: string;
  children?: ReactNode;
}

export function ImportLines({ title, summary, note, lines, onlyLabel, children }: ImportLinesProps) {
  const headingId = useId();
  const [isNarrowed, setNarrowed] = useState(false);
  const [page, setPage] = useState(0);
  const odd = lines.filter(({ isPlain }) => !isPlain);
  const canNarrow = odd.length > 0 && odd.length < lines.length;
  const listed = isNarrowed && canNarrow ? odd : lines;
  const current = Math.min(page, Math.ceil(listed.length / pageSize) - 1);
  const shown = listed.slice(current * pageSize, (current + 1) * pageSize);
  return (
    <section aria-labelledby={headingId}>
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id={headingId} className="d4">
          {title}
        </h2>
        <span className="small muted num" role="status">
          {summary}
        </span>
      </div>
      {note && <p className="note mb-3">{note}</p>}
      {canNarrow && (
        <Checkbox
          className="mb-2 small"
          label={onlyLabel}
          checked={isNarrowed}
          onChange={(event) => {
            setNarrowed(event.target.checked);
            setPage(0);
          }}
        />
      )}
      <ul className="grid border-t border-ink">
        {shown.map((line) => (
          // A line can have several members.
          <LineRow key={`${line.line} ${line.name} ${line.detail}`} line={line} />
        ))}
      </ul>
      <Pages current={current} count={listed.length} onTurn={setPage} />
      {children}
    </section>
  );
}

function LineRow({ line: { line, name, detail, note, badge } }: { line: ShownLine }) {
  return (
    <li className="grid min-h-8 grid-cols-[2.2rem_minmax(0,1fr)] items-baseline gap-x-2 gap-y-[0.1rem] border-b border-line py-1 text-small sm:grid-cols-[2.5rem_minmax(0,1fr)_auto] sm:items-center">
      <span className="text-note text-ink-3 tabular-nums">
        <span className="sr-only">Line </span>
        {line}
      </span>
      <div className="min-w-0">
        <b className="font-[550] wrap-anywhere">{name}</b>
        <span className="ml-2 text-small wrap-anywhere text-ink-2">{detail}</span>
        {note && <span className="note block">{note}</span>}
      </div>
      <span className="col-2 sm:col-3">
        <Badge tone={badge.tone} isPlain>
          {badge.label}
        </Badge>
      </span>
    </li>
  );
}

function Pages({ current, count, onTurn }: { current: number; count: number; onTurn: (page: number) => void }) {
  const last = Math.ceil(count / pageSize) - 1;
  if (last < 1) return null;
  const end = Math.min((current + 1) * pageSize, count);
  const numbers = [current * pageSize + 1, end, count].map((number) => number.toLocaleString("en-GB"));
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
      <p className="note num" role="status">
        {numbers[0]} to {numbers[1]} of {numbers[2]}
      </p>
      <div className="flex gap-2">
        <Button
          variant="outline"
          isSmall
          aria-disabled={current === 0}
          onClick={() => current > 0 && onTurn(current - 1)}
        >
          Previous
        </Button>
        <Button
          variant="outline"
          isSmall
          aria-disabled={current === last}
          onClick={() => current < last && onTurn(current + 1)}
        >
          Next
        </Button>
      </div>
    </div>
  );
}
