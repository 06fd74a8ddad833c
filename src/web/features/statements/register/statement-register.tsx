import "#web/styles/people.css";
import "../statements.css";
import { personName } from "#shared/people/person-name.ts";
import { statementRegisterMessages as messages } from "#shared/statements/sign-statement-messages.ts";
import {
  statementFlagLabels,
  statementStateLabels,
  statementStates,
} from "#shared/statements/signed-statement-messages.ts";
import type { ListedStatement } from "#shared/statements/signed-statements.ts";
import { statementKindLabels, statementKinds } from "#shared/statements/statement-messages.ts";
import { shortDate } from "#web/lib/format.ts";
import { ListScreen, type Selection } from "#web/lib/list-screen.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { BreakableText } from "#web/ui/breakable-text.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import type { RecordColumn } from "#web/ui/record-table.tsx";
import { statementTones } from "../statement-states.ts";
import { EvidenceBar } from "./evidence-bar.tsx";
import { StatementActions } from "./statement-actions.tsx";

export function StatementRegister() {
  return (
    <ListScreen<ListedStatement>
      title="Statements"
      path="/statements"
      noun="statements"
      loading="Loading statements"
      failed="The statements did not load."
      search="Name or email"
      filtersLabel="Filter statements"
      filters={[
        {
          name: "status",
          parameter: "state",
          label: "State",
          all: "All states",
          options: statementStates.map((value) => ({ value, label: statementStateLabels[value] })),
        },
        {
          name: "kind",
          label: "Kind",
          all: "Both kinds",
          options: statementKinds.map((value) => ({ value, label: statementKindLabels[value] })),
        },
      ]}
      exportTo={{
        path: "/statements.csv",
        label: "Export CSV",
        busy: "Exporting",
        failed: "The list was not exported",
      }}
      caption="Statements of members, newest first"
      columns={columns}
      selection={{
        bar: (statements, { chosen, choose }) => (
          <EvidenceBar statements={statements} chosen={chosen} onChoose={choose} />
        ),
        column: nameColumn,
      }}
      empty={{
        title: "No statements yet",
        text: "Members sign theirs in their account. Those that need an admin say so here.",
      }}
      nothing={{
        title: "No such statement",
        text: "Nothing matches these words, this state and this kind.",
        showAll: "Show all",
      }}
    />
  );
}

const columns: RecordColumn<ListedStatement>[] = [
  {
    header: "Kind",
    className: "@min-[40rem]:w-1/3 @min-[40rem]:min-w-28",
    cell: ({ kind, version_label }) => (
      <div className="grid gap-0.5 wrap-anywhere">
        <span>{statementKindLabels[kind]}</span>
        <span className="note">{version_label}</span>
      </div>
    ),
  },
  { header: "Signed", className: "num whitespace-nowrap", cell: ({ signed_at }) => shortDate(signed_at) },
  {
    header: "Valid until",
    isWideOnly: true,
    className: "num whitespace-nowrap",
    cell: ({ valid_through }) => shortDate(valid_through),
  },
  {
    header: "State",
    className: "@min-[40rem]:w-1/3 @min-[40rem]:min-w-28",
    cell: (statement) => <State statement={statement} />,
  },
  {
    header: "Actions",
    isActions: true,
    cell: (statement) =>
      statement.can.open ? (
        <StatementActions statement={statement} name={nameOf(statement)} />
      ) : (
        <span className="note">Your own</span>
      ),
  },
];

const nameColumn = (_: ListedStatement[], { chosen, toggle }: Selection): RecordColumn<ListedStatement> => ({
  header: "Name",
  className: "@min-[40rem]:w-1/3",
  cell: (statement) => (
    <div className="person-cell">
      {statement.can.open ? (
        <Checkbox
          label={
            <span className="sr-only">
              Choose the statement of {nameOf(statement)}, signed {shortDate(statement.signed_at)}
            </span>
          }
          checked={chosen.has(statement.id)}
          onChange={() => toggle(statement.id)}
        />
      ) : (
        <span className="check-box" />
      )}
      <Whose statement={statement} />
    </div>
  ),
});

function Whose({ statement: { full_name, email } }: { statement: ListedStatement }) {
  if (!email) return <span className="muted">{messages.sealed}</span>;
  return (
    <div className="grid min-w-28 gap-0.5">
      <BreakableText text={personName({ full_name, email })} />
      {full_name && (
        <span className="note">
          <BreakableText text={email} />
        </span>
      )}
    </div>
  );
}

/** With why it is in review, or why it was refused or revoked. */
function State({ statement: { state, flags, reason } }: { statement: ListedStatement }) {
  const notes = state === "in_review" ? flags.map((flag) => statementFlagLabels[flag]) : reason ? [reason] : [];
  return (
    <div className="grid gap-0.5 @max-[40rem]:justify-items-end">
      <Badge tone={statementTones[state]} isPlain>
        {statementStateLabels[state]}
      </Badge>
      {notes.map((note) => (
        <span key={note} className="note whitespace-pre-line wrap-anywhere" dir="auto">
          {note}
        </span>
      ))}
    </div>
  );
}

const nameOf = (statement: ListedStatement): string => personName(statement) ?? messages.sealed;
