import { useState } from "react";
import { statementRegisterMessages as messages } from "#shared/statements/sign-statement-messages.ts";
import type { OpenedStatement } from "#shared/statements/signed-statements.ts";
import { ReasonButton } from "#web/lib/reason-button.tsx";
import { LinesDialog } from "../lines-dialog.tsx";

/** Asks for a reason, then shows the statement until its dialog closes. */
export function OpenStatement({ id, name }: { id: string; name: string }) {
  const [opened, setOpened] = useState<OpenedStatement | null>(null);
  return (
    <>
      <ReasonButton<OpenedStatement>
        label={messages.open}
        labelEnd={name}
        isRow
        to={`/statements/${id}/open`}
        words={{
          title: `Open the statement of ${name}?`,
          text: "You see what was signed, with its figures, once. Its owner reads your name and your reason.",
          submit: messages.open,
          failed: "The statement was not opened",
        }}
        hint={messages.openHint}
        onDone={setOpened}
        invalidates={[]}
      />
      <LinesDialog
        isOpen={opened !== null}
        onClose={() => setOpened(null)}
        title={`Statement of ${name}`}
        text="To see it again, open it again with a reason."
        lines={opened?.lines}
      />
    </>
  );
}
