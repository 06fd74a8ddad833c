import { kindChoices, signMessages as messages } from "#shared/statements/sign-statement-messages.ts";
import { statementKindLabels } from "#shared/statements/statement-messages.ts";
import type { StatementForm } from "#shared/statements/statements.ts";
import { Button } from "#web/ui/button.tsx";

interface KindStepProps {
  forms: readonly StatementForm[];
  onChoose: (form: StatementForm) => void;
}

export function KindStep({ forms, onChoose }: KindStepProps) {
  return (
    <div className="sign-step">
      <div className="sign-main">
        <h1 tabIndex={-1}>Which of these describes you?</h1>
        <p className="muted">
          It takes about three minutes. If you are not sure, read the other form too: you can come back here.
        </p>
        <ul className="grid border-t border-ink">
          {forms.map((form) => (
            <li key={form.id} className="sign-kind">
              <div className="grid gap-1">
                <h2>{statementKindLabels[form.kind]}</h2>
                <p className="muted">{kindChoices[form.kind]}</p>
                <p className="note wrap-anywhere">{form.version_label}</p>
              </div>
              <Button variant="outline" onClick={() => onChoose(form)}>
                Go on
                <span className="sr-only"> {statementKindLabels[form.kind]}</span>
              </Button>
            </li>
          ))}
        </ul>
        <p className="note">{messages.keptHere}</p>
      </div>
    </div>
  );
}
