import type { HoldingImport, HoldingImportDetails } from "#shared/portfolio/holding-imports.ts";
import { holdingImportDeskMessages as messages } from "#shared/portfolio/holding-imports-desk-messages.ts";
import { ActionButton } from "#web/lib/action-button.tsx";
import { ReasonButton } from "#web/lib/reason-button.tsx";
import type { ReasonDialog } from "#web/lib/reason-dialog.tsx";
import { importKeys } from "./import-queries.ts";

/** What the reader can do with it now. */
export function ImportActions({ given }: { given: HoldingImportDetails }) {
  const { id, can } = given;
  const path = `/holding-imports/${id}`;
  return (
    <>
      {can.confirm && (
        <Confirm
          given={given}
          path={`${path}/confirm`}
          words={{
            ...{ label: messages.confirm, title: messages.confirmTitle, done: messages.confirmed },
            text: messages.confirmText(given.members, given.cost_pence),
          }}
        />
      )}
      {can.confirm_undo && (
        <Confirm
          given={given}
          path={`${path}/undo/confirm`}
          words={{
            ...{ label: messages.confirmUndo, title: messages.confirmUndoTitle, done: messages.undone },
            text: messages.confirmUndoText,
          }}
        />
      )}
      {can.refuse && (
        <Reasoned
          label={messages.refuse}
          path={`${path}/refuse`}
          words={{
            ...{ title: messages.refuseTitle, text: messages.refuseText, submit: messages.refuseSubmit },
            ...{ busy: messages.refusing, done: messages.refusedNow, failed: messages.refuseFailed },
          }}
        />
      )}
      {can.refuse_undo && (
        <Reasoned
          label={messages.refuseUndo}
          path={`${path}/undo/refuse`}
          words={{
            ...{ title: messages.refuseUndoTitle, text: messages.refuseUndoText, submit: messages.refuseUndoSubmit },
            ...{ busy: messages.refusing, done: messages.kept, failed: messages.refuseFailed },
          }}
        />
      )}
      {can.propose_undo && (
        <Reasoned
          label={messages.undo}
          path={`${path}/undo`}
          words={{
            ...{ title: messages.undoTitle, text: messages.undoText, submit: messages.undoSubmit },
            ...{ busy: messages.undoing, done: messages.undoProposed, failed: messages.undoFailed },
          }}
        />
      )}
    </>
  );
}

interface ConfirmProps {
  given: HoldingImport;
  path: string;
  words: { label: string; title: string; text: string; done: string };
}

function Confirm({ given: { file_name }, path, words }: ConfirmProps) {
  return (
    <ActionButton
      path={path}
      label={words.label}
      labelEnd={file_name}
      busy={messages.confirming}
      confirm={{ title: words.title, text: words.text, cancel: messages.keep }}
      done={words.done}
      failed={messages.confirmFailed}
      invalidates={importKeys}
    />
  );
}

interface ReasonedProps {
  label: string;
  path: string;
  words: Parameters<typeof ReasonDialog>[0]["words"];
}

function Reasoned({ label, path, words }: ReasonedProps) {
  return <ReasonButton label={label} look="ghost" to={path} invalidates={importKeys} words={words} />;
}
