import { formDeskMessages as messages } from "#shared/statements/statement-form-messages.ts";
import type { StatementFormVersion } from "#shared/statements/statements.ts";
import { ReasonDialog } from "#web/lib/reason-dialog.tsx";
import { useAction } from "#web/lib/use-action.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { DialogOpener } from "#web/ui/dialog-opener.tsx";
import { RowAction } from "#web/ui/row-action.tsx";
import { useLeaveFocus } from "#web/ui/use-leave-focus.ts";
import { formKeys } from "./form-version-query.ts";
import { StatementPage } from "./statement-page.tsx";

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

interface SignOffDialogProps {
  form: StatementFormVersion;
  isOpen: boolean;
  onClose: () => void;
}

/** Shows the whole form: what is signed off is exactly what is shown. */
function SignOffDialog({ form, isOpen, onClose }: SignOffDialogProps) {
  const { act, isPending } = useAction(`/statement-forms/${form.id}/sign-off`, {
    done: { title: "Form Signed Off", description: form.version_label },
    failed: "The form was not signed off",
    whom: form.version_label,
    invalidates: formKeys,
  });
  const actions = (
    <>
      <Button variant="ghost" onClick={onClose}>
        Not yet
      </Button>
      <Button busyLabel={isPending && "Signing off"} onClick={() => act(undefined, onClose)}>
        {messages.signOff}
      </Button>
    </>
  );
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Sign off ${form.version_label}?`}
      text="You confirm that you have compared this text with the law, word by word, with what is bold and with each figure. From its first day members sign it; a version that began earlier is then replaced. It can be withdrawn, and never changed."
      actions={actions}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it */}
      <section className="statement-box mt-5" aria-label="What members read" tabIndex={0}>
        <StatementPage html={form.rendering} />
      </section>
      <p className="note mt-3 wrap-anywhere">
        {messages.hash} <code className="code">{form.sha256}</code>
      </p>
    </Dialog>
  );
}
