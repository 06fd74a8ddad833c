import { useQueryClient } from "@tanstack/react-query";
import type { FieldValues } from "react-hook-form";
import { typedPageMessages as messages } from "#shared/typed-page-messages.ts";
import { ActionDialog, type ActionDialogProps } from "#web/features/funds/action-dialog.tsx";
import { readPortfolioAgain } from "../portfolio-queries.ts";

interface TypedDialogProps<Values extends FieldValues> extends Omit<ActionDialogProps<Values>, "words" | "onChanged"> {
  title: string;
  text: string;
}

/** For the member's own figures alone. */
export function TypedDialog<Values extends FieldValues>({ title, text, ...action }: TypedDialogProps<Values>) {
  const client = useQueryClient();
  const { save: submit, saving: busy, saved: done, failed, cancel } = messages;
  return (
    <ActionDialog<Values>
      {...action}
      words={{ title, text, submit, busy, done, failed, cancel }}
      onChanged={() => readPortfolioAgain(client)}
    />
  );
}
