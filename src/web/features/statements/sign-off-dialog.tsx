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
