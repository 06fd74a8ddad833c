import { standingMessages } from "#shared/membership-requests/membership-messages.ts";
import { statementRegisterMessages as messages } from "#shared/statements/sign-statement-messages.ts";
import type { ListedStatement } from "#shared/statements/signed-statements.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { ReasonButton } from "#web/lib/reason-button.tsx";
import { OpenStatement } from "./open-statement.tsx";

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
    label: messages.accept,
    title: messages.acceptTitle,
    text: messages.acceptText,
    hint: messages.acceptHint,
    done: messages.accepted,
  },
  {
    action: "refuse",
    label: messages.refuse,
    title: messages.refuseTitle,
    text: messages.refuseText,
    done: messages.wasRefused,
  },
  {
    action: "revoke",
    label: messages.revoke,
    title: messages.revokeTitle,
    text: messages.revokeText,
    done: messages.revoked,
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
        failed: messages.decisionFailed,
      }}
      whom={name}
      hint={hint ?? standingMessages.reasonHint}
      variant={isRemoval ? "danger" : "secondary"}
      invalidates={[queryKeys.statements, queryKeys.audit]}
    />
  );
}
