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
import { queryKeys } from "#web/lib/query-keys.ts";
import { ReasonDialog } from "#web/lib/reason-dialog.tsx";
import { downloadFile } from "#web/lib/use-download.ts";
import { Badge } from "#web/ui/badge.tsx";
import { BreakableText } from "#web/ui/breakable-text.tsx";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { DialogOpener } from "#web/ui/dialog-opener.tsx";
import type { RecordColumn } from "#web/ui/record-table.tsx";
import { statementTones } from "../statement-states.ts";
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

interface EvidenceBarProps {
  statements: readonly ListedStatement[];
  /** By id; statements no longer listed are ignored. */
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
}

/** As many as the API packs at once. */
const largestPack = 100;

/** A ZIP file of the statements that are chosen. */
function EvidenceBar({ statements, chosen, onChoose }: EvidenceBarProps) {
  const possible = statements.filter(({ can }) => can.open).map(({ id }) => id);
  const ids = possible.filter((id) => chosen.has(id)).slice(0, largestPack);
  if (possible.length === 0) return null;
  const isAll = ids.length > 0 && ids.length === Math.min(possible.length, largestPack);
  return (
    <div>
      <div className={classNames("tiers-bar", ids.length === 0 && "is-idle")}>
        <Checkbox
          className="small"
          label={possible.length === 1 ? "Choose the one shown" : `Choose all ${possible.length} shown`}
          checked={isAll}
          onChange={() => onChoose(new Set(isAll ? [] : possible))}
        />
        <DialogOpener
          button={(open) => (
            <Button
              variant="outline"
              isSmall
              aria-disabled={ids.length === 0 || undefined}
              onClick={() => ids.length > 0 && open()}
            >
              {messages.evidence}...
            </Button>
          )}
          dialog={(state) => (
            <ReasonDialog
              {...state}
              to={(reason) => downloadFile("POST", "/statements/evidence", { ids, reason })}
              words={{
                title:
                  ids.length === 1 ? "Evidence pack of 1 statement?" : `Evidence pack of ${ids.length} statements?`,
                text: "A ZIP file with each statement as it was signed, with its figures. Their owners read your name and your reason.",
                submit: messages.evidence,
                failed: "The evidence pack was not made",
              }}
              hint={messages.openHint}
              onDone={() => onChoose(new Set())}
              invalidates={[queryKeys.audit]}
            />
          )}
        />
      </div>
      <p className="sr-only" role="status">
        {ids.length === 1 ? "1 statement is chosen" : `${ids.length} statements are chosen`}
      </p>
    </div>
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
