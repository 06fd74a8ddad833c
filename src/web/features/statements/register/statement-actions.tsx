import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { statementRegisterMessages as messages } from "#shared/sign-statement-messages.ts";
import type { ListedStatement } from "#shared/signed-statements.ts";
import { LazyReasonDialog } from "#web/features/people/lazy-reason-dialog.tsx";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { RowAction } from "#web/ui/row-action.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";
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
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { mutateAsync } = useMutation({
    mutationFn: (reason: string) => callApi<ListedStatement>("POST", `/statements/${id}/${action}`, { reason }),
    onSuccess: () => toast({ title: done, description: name }),
    onError: (error) => toastFailure(messages.decisionFailed, error, name),
    // After a conflict, too: another admin was faster.
    onSettled: () =>
      Promise.all([queryKeys.statements, queryKeys.audit].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
  return (
    <>
      <RowAction isRemoval={action !== "accept"} labelEnd={name} onClick={() => setAsking(true)}>
        {label}
      </RowAction>
      <LazyReasonDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        label={label}
        title={title(name)}
        text={text}
        {...(hint && { hint })}
        isRemoval={action !== "accept"}
        send={mutateAsync}
      />
    </>
  );
}
