import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { copySecret } from "./copy-text.ts";

interface SecretDialogProps {
  title: string;
  text: string;
  label: string;
  secret: string;
  copyLabel: string;
  copied: string;
  doneLabel: string;
  onClose: () => void;
}

export function SecretDialog(props: SecretDialogProps) {
  const { title, text, label, secret, copyLabel, copied, doneLabel, onClose } = props;
  const actions = (
    <>
      <Button variant="ghost" onClick={onClose}>
        {doneLabel}
      </Button>
      <Button onClick={() => void copySecret(secret, copied)}>{copyLabel}</Button>
    </>
  );
  return (
    <Dialog isOpen onClose={onClose} title={title} text={text} actions={actions}>
      <div className="mt-5">
        <Field label={label}>
          <Input readOnly className="code" value={secret} onFocus={(event) => event.target.select()} />
        </Field>
      </div>
    </Dialog>
  );
}
