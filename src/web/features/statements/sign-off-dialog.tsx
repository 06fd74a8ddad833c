import { formDeskMessages as messages } from "#shared/statements/statement-form-messages.ts";
import type { StatementFormVersion } from "#shared/statements/statements.ts";
import { useAction } from "#web/lib/use-action.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { formKeys } from "./form-version-query.ts";
import { StatementPage } from "./statement-page.tsx";

interface SignOffDialogProps {
  form: StatementFormVersion;
  isOpen: boolean;
  onClose: () => void;
}

/** Shows the whole form: what is signed off is exactly what is shown. */
export function SignOffDialog({ form, isOpen, onClose }: SignOffDialogProps) {
  const { act, isPending } = useAction(`/statement-forms/${form.id}/sign-off`, {
    done: { title: messages.signedOff, description: form.version_label },
    failed: messages.signOffFailed,
    whom: form.version_label,
    invalidates: formKeys,
  });
  const actions = (
    <>
      <Button variant="ghost" onClick={onClose}>
        {messages.signOffCancel}
      </Button>
      <Button busyLabel={isPending && messages.signOffBusy} onClick={() => act(undefined, onClose)}>
        {messages.signOff}
      </Button>
    </>
  );
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={messages.signOffTitle(form.version_label)}
      text={messages.signOffText}
      actions={actions}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it */}
      <section className="statement-box mt-5" aria-label={messages.text} tabIndex={0}>
        <StatementPage html={form.rendering} />
      </section>
      <p className="note mt-3 wrap-anywhere">
        {messages.hash} <code className="code">{form.sha256}</code>
      </p>
    </Dialog>
  );
}
