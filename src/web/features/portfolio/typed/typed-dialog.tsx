import type { FieldValues } from "react-hook-form";
import { ActionDialog, type ActionDialogProps } from "#web/lib/action-dialog.tsx";
import { ownFigureKeys } from "../portfolio-queries.ts";

interface TypedDialogProps<Values extends FieldValues, Output>
  extends Omit<ActionDialogProps<Values, Output>, "words" | "invalidates"> {
  title: string;
  text: string;
}

export function TypedDialog<Values extends FieldValues, Output>({
  title,
  text,
  ...action
}: TypedDialogProps<Values, Output>) {
  return (
    <ActionDialog
      {...action}
      words={{
        title,
        text,
        submit: "Save",
        busy: "Saving…",
        done: "Saved. Your figures include it.",
        failed: "Not saved",
      }}
      invalidates={ownFigureKeys}
    />
  );
}
