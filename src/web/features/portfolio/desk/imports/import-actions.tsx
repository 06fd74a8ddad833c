import { type AnnouncedEnd, announcedMessages } from "#shared/funds/announced-messages.ts";
import type { HoldingImport, HoldingImportDetails } from "#shared/portfolio/holding-imports.ts";
import { holdingImportDeskMessages as messages } from "#shared/portfolio/holding-imports-desk-messages.ts";
import { ActionButton } from "#web/lib/action-button.tsx";
import { ReasonButton } from "#web/lib/reason-button.tsx";
import type { ReasonDialog } from "#web/lib/reason-dialog.tsx";
import { confirmedWords } from "#web/lib/second-person-note.tsx";
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
            ...{ label: "Confirm", title: "Confirm this import?", done: "Confirmed. Members are told." },
            end: "refuses",
            text: `${messages.confirmText(given.members, given.cost_pence)} ${announcedMessages.ifHeld}`,
          }}
        />
      )}
      {can.confirm_undo && (
        <Confirm
          given={given}
          path={`${path}/undo/confirm`}
          words={{
            ...{ label: "Take it back", title: "Take this import back?", done: "Taken back. Members are told." },
            end: "keeps",
            text: `Its holdings are gone from members’ portfolios, and they are told. ${announcedMessages.ifHeld}`,
          }}
        />
      )}
      {can.refuse && (
        <Reasoned
          label="Refuse…"
          path={`${path}/refuse`}
          words={{
            ...{
              title: "Refuse this import",
              text: "Nothing of it is written. The file and its lines stay on record.",
              submit: messages.refuseSubmit,
            },
            ...{ busy: messages.refusing, done: messages.refusedNow, failed: messages.refuseFailed },
          }}
        />
      )}
      {can.refuse_undo && (
        <Reasoned
          label="Keep it…"
          path={`${path}/undo/refuse`}
          words={{
            ...{ title: "Keep this import", text: "Members go on holding what it says.", submit: "Keep it" },
            ...{ busy: messages.refusing, done: "The import is kept", failed: messages.refuseFailed },
          }}
        />
      )}
      {can.propose_undo && (
        <Reasoned
          label="Take back…"
          path={`${path}/undo`}
          words={{
            ...{
              title: "Take this import back",
              text: "Once another admin confirms it, members do not hold these shares any more, and what they recorded as relief for them goes too. The file and its lines stay on record.",
              submit: "Propose it",
            },
            ...{ busy: "Proposing…", done: "Proposed. Another admin confirms it.", failed: "Not proposed" },
          }}
        />
      )}
    </>
  );
}

interface ConfirmProps {
  given: HoldingImport;
  path: string;
  words: { label: string; title: string; text: string; done: string; end: AnnouncedEnd };
}

function Confirm({ given: { file_name }, path, words }: ConfirmProps) {
  return (
    <ActionButton<HoldingImport>
      path={path}
      label={words.label}
      labelEnd={file_name}
      busy="Confirming…"
      confirm={{ title: words.title, text: words.text }}
      done={confirmedWords(words.done, words.end)}
      failed="Not confirmed"
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
