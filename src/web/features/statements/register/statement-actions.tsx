import { useState } from "react";
import { standingMessages } from "#shared/membership-requests/membership-messages.ts";
import { statementRegisterMessages as messages } from "#shared/statements/sign-statement-messages.ts";
import type { ListedStatement, OpenedStatement } from "#shared/statements/signed-statements.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { ReasonButton } from "#web/lib/reason-button.tsx";
import { LinesDialog } from "../lines-dialog.tsx";

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
    text: "It is live at once, and deals are shown to this member. They are told by email.",
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

export function StatementActions({ statement, name }: { statement: ListedStatement; name: string }) {
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
