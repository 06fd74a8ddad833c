import { announcedMessages } from "#shared/funds/announced-messages.ts";
import { decidedRecordMessages as messages } from "#shared/portfolio/portfolio-desk-messages.ts";
import { ActionButton } from "#web/lib/action-button.tsx";
import { shortDate } from "#web/lib/format.ts";
import { OpenFile } from "#web/lib/open-file.tsx";
import { shareKeys } from "#web/lib/query-keys.ts";
import { ReasonButton } from "#web/lib/reason-button.tsx";
import { confirmedWords } from "#web/lib/second-person-note.tsx";
import { UploadPdf } from "#web/lib/upload-pdf.tsx";
import { useInvalidate } from "#web/lib/use-invalidate.ts";
import { withQuery } from "#web/lib/use-list.ts";
import { Badge } from "#web/ui/badge.tsx";

/** What one admin enters of a company's shares and another confirms or refuses, with a document that shows it. */
interface DecidedRecord {
  source: string;
  evidence_name: string | null;
  confirmed_at: string | null;
  in_effect_at?: string | null;
  confirmed_by_name: string | null;
  refused_at: string | null;
  refused_because: string | null;
  takes_effect_at?: string | null;
}

interface RecordProps {
  record: DecidedRecord;
  path: string;
  /** For a screen reader, after the word of an action. */
  name: string;
}

export const isUndecided = ({ confirmed_at, refused_at }: Pick<DecidedRecord, "confirmed_at" | "refused_at">) =>
  confirmed_at === null && refused_at === null;

export function RecordSource({ record, path, name }: RecordProps) {
  return (
    <>
      {record.source}
      {record.evidence_name !== null && (
        <span className="block">
          <OpenFile
            path={`${path}/evidence`}
            label={messages.document}
            labelEnd={name}
            failed={messages.documentFailed}
          />
        </span>
      )}
    </>
  );
}

/** @param entered while it waits */
export function RecordState({
  record,
  entered,
}: {
  record: DecidedRecord;
  entered: { by: string | null; at: string };
}) {
  const { confirmed_at, in_effect_at = null, confirmed_by_name, refused_at, refused_because } = record;
  const { takes_effect_at = null } = record;
  const waiting = takes_effect_at === null ? messages.waiting : announcedMessages.state;
  const [tone, label, note] =
    confirmed_at !== null
      ? (["live", messages.confirmedState, confirmedNote(confirmed_by_name, confirmed_at, in_effect_at)] as const)
      : refused_at !== null
        ? (["over", messages.refusedState, refused_because] as const)
        : (["waiting", waiting, messages.decidedBy(entered.by, shortDate(entered.at))] as const);
  return (
    <>
      <Badge tone={tone} isPlain>
        {label}
      </Badge>
      <span className="note block">{note}</span>
    </>
  );
}

/** It counts a day later where it was announced. */
function confirmedNote(name: string | null, confirmedAt: string, inEffectAt: string | null): string {
  const confirmed = messages.decidedBy(name, shortDate(confirmedAt));
  return inEffectAt === null || inEffectAt === confirmedAt
    ? confirmed
    : `${confirmed}, ${announcedMessages.inEffect(shortDate(inEffectAt))}`;
}

interface ConfirmRecordProps extends Omit<RecordProps, "record"> {
  title: string;
  text: readonly string[];
  done: string;
}

export function ConfirmRecord({ path, name, title, text, done }: ConfirmRecordProps) {
  return (
    <ActionButton<{ takes_effect_at?: string | null }>
      path={`${path}/confirm`}
      label={messages.confirm}
      labelEnd={name}
      busy={messages.confirming}
      confirm={{ title: title, text: text.join(" ") }}
      done={({ takes_effect_at = null }) => confirmedWords(done, "refuses")({ takes_effect_at })}
      failed={messages.confirmFailed}
      invalidates={shareKeys}
    />
  );
}

interface RefuseRecordProps extends Omit<RecordProps, "record"> {
  can: { refuse: boolean; add_evidence: boolean };
  title: string;
  done: string;
}

/** Refuses the record, and adds a document that shows it while the record waits. */
export function RefuseRecord({ path, name, can, title, done }: RefuseRecordProps) {
  const changed = useInvalidate(shareKeys);
  return (
    <>
      {can.refuse && (
        <ReasonButton
          label={messages.refuse}
          labelEnd={name}
          isRow
          to={`${path}/refuse`}
          invalidates={shareKeys}
          words={{
            title,
            done,
            text: messages.refuseText,
            submit: messages.refuseSubmit,
            busy: messages.refusing,
            failed: messages.refuseFailed,
          }}
        />
      )}
      {can.add_evidence && (
        <UploadPdf
          path={(file_name) => withQuery(`${path}/evidence`, { file_name })}
          name={name}
          words={{ upload: messages.add, uploading: messages.adding, stop: messages.stop, done: messages.added }}
          onUploaded={changed}
        />
      )}
    </>
  );
}
