import "#web/styles/people.css";
import "../statements.css";
import { useState } from "react";
import { standingMessages } from "#shared/membership-requests/membership-messages.ts";
import { personName } from "#shared/people/person-name.ts";
import { statementRegisterMessages as messages } from "#shared/statements/sign-statement-messages.ts";
import {
  statementFlagLabels,
  statementStateLabels,
  statementStates,
} from "#shared/statements/signed-statement-messages.ts";
import type { ListedStatement, OpenedStatement } from "#shared/statements/signed-statements.ts";
import { statementKindLabels, statementKinds } from "#shared/statements/statement-messages.ts";
import { downloadFile } from "#web/lib/download-button.tsx";
import { shortDate } from "#web/lib/format.ts";
import { ListScreen, type Selection } from "#web/lib/list-screen.tsx";
import { queryKeys } from "#web/lib/query-keys.ts";
import { ReasonButton, ReasonDialog } from "#web/lib/reason-button.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { BreakableText } from "#web/ui/breakable-text.tsx";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { DialogOpener } from "#web/ui/dialog-opener.tsx";
import type { RecordColumn } from "#web/ui/record-table.tsx";
import { LinesDialog, statementTones } from "../lines-dialog.tsx";

interface Action {
  action: "accept" | "refuse" | "revoke";
  label: string;
  title: (name: string) => string;
  text: string;
  hint?: string;
  done: string;
}

const actions: readonly Action[] = [
  {
    action: "accept",
    label: "Accept",
    title: (name: string) => `Accept the statement of ${name}?`,
    text: "It is valid at once, and deals are shown to this member. They are told by email.",
    hint: "Admins read it in the audit.",
    done: "Statement accepted",
  },
  {
    action: "refuse",
    label: "Refuse",
    title: (name: string) => `Refuse the statement of ${name}?`,
    text: "Deals stay hidden from this member, who can sign again, unless another statement of theirs counts.",
    done: "Statement refused",
  },
  {
    action: "revoke",
    label: "Revoke",
    title: (name: string) => `Revoke the statement of ${name}?`,
    text: "It ends at once: deals, their documents and their mails are closed to this member until they sign again, unless another statement of theirs counts. What they committed to stays.",
    done: "Statement revoked",
  },
];

function StatementActions({ statement, name }: { statement: ListedStatement; name: string }) {
  return (
    <>
      {actions
        .filter(({ action }) => statement.can[action])
        .map((action) => (
          <Decision key={action.action} {...action} id={statement.id} name={name} />
        ))}
      <OpenStatement id={statement.id} name={name} />
    </>
  );
}

function Decision({ action, label, title, text, hint, done, id, name }: Action & { id: string; name: string }) {
  const isRemoval = action !== "accept";
  return (
    <ReasonButton
      label={label}
      labelEnd={name}
      isRow
      to={`/statements/${id}/${action}`}
      words={{
        title: title(name),
        text,
        submit: label,
        done: { title: done, description: name },
        failed: "The statement was not changed",
      }}
      whom={name}
      hint={hint ?? standingMessages.reasonHint}
      variant={isRemoval ? "danger" : "secondary"}
      invalidates={[queryKeys.statements, queryKeys.audit]}
    />
  );
}

/** Asks for a reason, then shows the statement until its dialog closes. */
function OpenStatement({ id, name }: { id: string; name: string }) {
  const [opened, setOpened] = useState<OpenedStatement | null>(null);
  return (
    <>
      <ReasonButton<OpenedStatement>
        label={messages.open}
        labelEnd={name}
        isRow
        to={`/statements/${id}/open`}
        words={{
          title: `Open the statement of ${name}?`,
          text: "You see what was signed, with its figures, once. Its owner reads your name and your reason.",
          submit: messages.open,
          failed: "The statement was not opened",
        }}
        hint={messages.openHint}
        onDone={setOpened}
        invalidates={[]}
      />
      <LinesDialog
        isOpen={opened !== null}
        onClose={() => setOpened(null)}
        title={`Statement of ${name}`}
        text="To see it again, open it again with a reason."
        lines={opened?.lines}
      />
    </>
  );
}

export function StatementRegister() {
  return (
    <ListScreen<ListedStatement>
      title="Statements"
      path="/statements"
      noun="statements"
      loading="Loading statements"
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
  /** The set holds ids; statements no longer listed are ignored. */
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
}

/** The API packs no more than this at once. */
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
    isPlain: true,
    className: "@min-[40rem]:w-1/3 @min-[40rem]:min-w-28",
    cell: ({ kind, version_label }) => (
      <div className="grid gap-0.5 wrap-anywhere">
        <span>{statementKindLabels[kind]}</span>
        <span className="note @max-[40rem]:hidden">{version_label}</span>
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
    isBeside: true,
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
