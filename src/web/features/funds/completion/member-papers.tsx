import { type ReactNode, useMemo } from "react";
import type { Completion, CompletionCheck } from "#shared/funds/funds-completion.ts";
import { gateMessages, completionPartMessages as messages } from "#shared/funds/funds-completion-desk-messages.ts";
import type { CompletionItem, PaperKind } from "#shared/funds/funds-completion-messages.ts";
import { memberName } from "#shared/people/person-name.ts";
import { classNames } from "#web/ui/class-names.ts";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { OpenPaper } from "./open-paper.tsx";
import "./completion.css";

type Paper = Completion["papers"][number];

interface Member {
  number: number;
  name: string;
  papers: Paper[];
}

/** Folded: a round can have hundreds of members. */
export function MemberPapers({ papers }: { papers: readonly Paper[] }) {
  const members = useMemo(() => byMember(papers), [papers]);
  if (members.length === 0) return <p className="note">The documents are being made and are here in a moment.</p>;
  return (
    <details className="completion-members">
      <summary>{messages.memberPapers(members.length)}</summary>
      <RecordTable
        caption="Documents of each member"
        columns={columns}
        rows={members}
        rowKey={({ number }) => `${number}`}
        isDense
      />
    </details>
  );
}

function byMember(papers: readonly Paper[]): Member[] {
  const members = new Map<number, Member>();
  for (const paper of papers) {
    if (paper.member === null) continue;
    const known = members.get(paper.member);
    if (known) known.papers.push(paper);
    else members.set(paper.member, { number: paper.member, name: memberName(paper.full_name), papers: [paper] });
  }
  return [...members.values()].sort((one, other) => one.number - other.number);
}

const kinds = ["beneficial_certificate", "signed_commitment", "relief_certificate"] as const;

/** Of a table of members, where their own labels say "your". */
const memberPaperColumns = {
  beneficial_certificate: "Certificate",
  signed_commitment: "What they signed",
  relief_certificate: "Tax relief",
} as const satisfies Partial<Record<PaperKind, string>>;

const columns: RecordColumn<Member>[] = [
  { header: "Member", className: "@min-[40rem]:w-1/3 wrap-anywhere", cell: ({ name }) => name },
  { header: "No.", className: "num", cell: ({ number }) => number },
  ...kinds.map((kind) => ({
    header: memberPaperColumns[kind],
    cell: ({ name, papers }: Member) => {
      const paper = papers.find((other) => other.kind === kind);
      return (
        paper && (
          <OpenPaper
            id={paper.id}
            label={messages.open}
            labelEnd={`${memberPaperColumns[kind]}, ${name}`}
            failed={messages.openFailed}
          />
        )
      );
    },
  })),
];

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
          <p className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-[0.1rem]">
            <span className="gate-label">
              {label}
              <span className={state === "met" ? "sr-only" : "note"}>, {gateMessages.states[state]}</span>
            </span>
            <span className="max-w-full pl-[0.85rem] text-note wrap-anywhere text-ink-2 num">{said}</span>
          </p>
          {more?.[key] && <div className="grid max-w-[46rem] gap-3 pt-[0.6rem] pb-2 pl-[0.85rem]">{more[key]}</div>}
        </li>
      ))}
    </ul>
  );
}
