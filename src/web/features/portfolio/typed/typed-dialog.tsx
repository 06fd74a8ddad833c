import type { FieldValues } from "react-hook-form";
import { typedPageMessages as messages } from "#shared/portfolio/typed-page-messages.ts";
import { ActionDialog, type ActionDialogProps } from "#web/lib/action-dialog.tsx";
import { ownFigureKeys } from "../portfolio-queries.ts";

interface TypedDialogProps<Values extends FieldValues, Output>
  extends Omit<ActionDialogProps<Values, Output>, "words" | "invalidates"> {
  title: string;
  text: string;
}

/** For the member's own figures alone. */
export function TypedDialog<Values extends FieldValues, Output>({
  title,
  text,
  ...action
}: TypedDialogProps<Values, Output>) {
  const { save: submit, saving: busy, saved: done, failed, cancel } = messages;
  return (
    <ActionDialog {...action} words={{ title, text, submit, busy, done, failed, cancel }} invalidates={ownFigureKeys} />
  );
}
