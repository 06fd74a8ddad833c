import { formDeskMessages as messages } from "#shared/statements/statement-form-messages.ts";
import type { StatementFormVersion } from "#shared/statements/statements.ts";
import { ReasonDialog } from "#web/lib/reason-dialog.tsx";
import { Button } from "#web/ui/button.tsx";
import { DialogOpener } from "#web/ui/dialog-opener.tsx";
import { RowAction } from "#web/ui/row-action.tsx";
import { useLeaveFocus } from "#web/ui/use-leave-focus.ts";
import { formKeys } from "./form-version-query.ts";
import { SignOffDialog } from "./sign-off-dialog.tsx";

interface VersionActionsProps {
  form: StatementFormVersion;
  /** Words in a table's row instead of buttons. */
  isRow?: boolean;
}

/** What `can` says: sign off, withdraw. */
export function VersionActions({ form, isRow = false }: VersionActionsProps) {
  const { id, can, version_label } = form;
  return (
    <span className="flex flex-wrap gap-2 outline-none" tabIndex={-1}>
      {can.sign_off && (
        <DialogOpener
          button={(open) => <Trigger isRow={isRow} label={messages.signOff} labelEnd={version_label} onPress={open} />}
          dialog={(state) => <SignOffDialog form={form} {...state} />}
        />
      )}
      {can.withdraw && (
        <DialogOpener
          button={(open) => (
            <Trigger isRow={isRow} label={messages.withdraw} labelEnd={version_label} onPress={open} isRemoval />
          )}
          dialog={(state) => (
            <ReasonDialog
              {...state}
              to={`/statement-forms/${id}/withdraw`}
              words={{
                title: `Withdraw ${version_label}?`,
                text: "From now on nobody signs it, for good. A version that began before it counts again if its days allow. Statements that were signed stay.",
                submit: messages.withdraw,
                done: { title: "Form Withdrawn", description: version_label },
                failed: "The form was not withdrawn",
              }}
              whom={version_label}
              hint="Admins read it here."
              variant="danger"
              invalidates={formKeys}
            />
          )}
        />
      )}
    </span>
  );
}

interface TriggerProps {
  isRow: boolean;
  label: string;
  labelEnd: string;
  isRemoval?: boolean;
  onPress: () => void;
}

function Trigger({ isRow, label, labelEnd, isRemoval = false, onPress }: TriggerProps) {
  const button = useLeaveFocus();
  if (isRow) {
    return (
      <RowAction ref={button} labelEnd={labelEnd} isRemoval={isRemoval} onClick={onPress}>
        {label}
      </RowAction>
    );
  }
  return (
    <Button ref={button} isSmall variant={isRemoval ? "danger" : "secondary"} onClick={onPress}>
      {label}
      <span className="sr-only"> {labelEnd}</span>
    </Button>
  );
}
