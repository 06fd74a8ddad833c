import { lazy } from "react";
import { counted } from "#shared/counted.ts";
import type { Relief } from "#shared/funds/funds-relief.ts";
import { reliefPartMessages as messages } from "#shared/funds/funds-relief-desk-messages.ts";
import { formatPence } from "#shared/pence.ts";
import { memberName } from "#shared/people/person-name.ts";
import { ActionButton } from "#web/lib/action-button.tsx";
import { longDate, shortDate } from "#web/lib/format.ts";
import { dealMoneyKeys } from "#web/lib/query-keys.ts";
import { Badge } from "#web/ui/badge.tsx";
import { DialogOpener } from "#web/ui/dialog-opener.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { RowAction } from "#web/ui/row-action.tsx";
import { OpenPaper } from "../completion/open-paper.tsx";
import { doesFit } from "./relief-values.ts";
import { mostAtOnce, UploadCertificates } from "./upload-certificates.tsx";

const MatchDialog = lazy(() => import("./match-dialog.tsx").then((file) => ({ default: file.MatchDialog })));

type Certificate = Relief["certificates"][number];

/** What came in and is nobody's yet. */
export function Certificates({ relief }: { relief: Relief }) {
  const { certificates, can, deal_id } = relief;
  const actions: RecordColumn<Certificate> = {
    header: messages.actions,
    isActions: true,
    cell: (certificate) => <Actions certificate={certificate} relief={relief} />,
  };
  return (
    <section aria-labelledby="certificates" className="grid gap-3 outline-none" tabIndex={-1}>
      <div className="view-head">
        <h3 id="certificates" className="d4">
          Certificates that came in
        </h3>
        <div className="view-tools">
          <MatchAll relief={relief} />
        </div>
      </div>
      <p className="note">
        {certificates.length === 0
          ? "None waits to be matched."
          : "What fits is given to its member at once. The rest waits here."}
      </p>
      {certificates.length > 0 && (
        <RecordTable
          caption="Certificates that are not matched yet"
          columns={[...columns, actions]}
          rows={certificates}
          rowKey={({ id }) => id}
          isDense
          isMarked={({ suggested }) => suggested?.differences.some(({ is_blocking }) => is_blocking) ?? false}
        />
      )}
      {can.upload && <UploadCertificates dealId={deal_id} known={certificates.length} />}
    </section>
  );
}

const columns: RecordColumn<Certificate>[] = [
  {
    header: "File",
    className: "py-1.5 wrap-anywhere @min-[40rem]:w-[22%]",
    cell: ({ file_name, created_at }) => (
      <>
        {file_name}
        <span className="note num block">{shortDate(created_at)}</span>
      </>
    ),
  },
  {
    header: "As read on it",
    className: "num py-1.5 wrap-anywhere @min-[40rem]:w-[28%]",
    cell: ({ found }) => foundWords(found),
  },
  {
    header: "For",
    className: "num py-1.5 wrap-anywhere",
    cell: (certificate) => <Suggested certificate={certificate} />,
  },
];

function foundWords({ name, shares, amount_pence, issued_on, uir }: Certificate["found"]): string {
  const read = [
    name,
    shares === null ? null : `${counted(shares, "share")}`,
    amount_pence === null ? null : formatPence(amount_pence),
    issued_on && `issued ${longDate(issued_on)}`,
    uir && `reference ${uir}`,
  ].filter(Boolean);
  if (read.length === 0) return "Nothing could be read on it";
  const unread = [
    shares === null && messages.toRead("The number of shares"),
    amount_pence === null && messages.toRead("The amount"),
    issued_on === null && messages.toRead("The day of issue"),
  ].filter(Boolean);
  return [read.join(", "), ...unread].join(". ");
}

/** Whom it seems to be for, and what differs. */
function Suggested({ certificate }: { certificate: Certificate }) {
  const { suggested } = certificate;
  if (!suggested) return "Nobody fits";
  return (
    <>
      {memberName(suggested.full_name)}
      {doesFit(certificate) && (
        <span className="block">
          <Badge tone="live">Fits</Badge>
        </span>
      )}
      {suggested.differences.map(({ path, is_blocking, said }) => (
        <span key={path} className="note block">
          <Badge tone={is_blocking ? "refused" : "waiting"}>{is_blocking ? "Differs" : "Please look"}</Badge>: {said}
        </span>
      ))}
    </>
  );
}

function Actions({ certificate, relief }: { certificate: Certificate; relief: Relief }) {
  const { id, file_name } = certificate;
  return (
    <>
      <OpenPaper id={id} label={messages.open} labelEnd={file_name} failed={messages.openFailed} />
      {relief.can.upload && (
        <>
          <DialogOpener
            button={(open) => (
              <RowAction labelEnd={file_name} onClick={open}>
                Match
              </RowAction>
            )}
            dialog={(state) => <MatchDialog {...state} certificate={certificate} relief={relief} />}
          />
          <Remove certificate={certificate} />
        </>
      )}
    </>
  );
}

function Remove({ certificate: { id, file_name } }: { certificate: Certificate }) {
  return (
    <ActionButton
      method="DELETE"
      path={`/relief-certificates/${id}`}
      label="Remove"
      labelEnd={file_name}
      busy="Removing..."
      confirm={{
        title: `Remove ${file_name}?`,
        text: "The file is not shown any more. It can be uploaded again.",
      }}
      variant="danger"
      done="Certificate removed"
      failed="Not removed"
      invalidates={dealMoneyKeys}
    />
  );
}

function MatchAll({ relief: { deal_id, certificates, can } }: { relief: Relief }) {
  const ids = certificates
    .filter(doesFit)
    .map(({ id }) => id)
    .slice(0, mostAtOnce);
  if (!can.upload || ids.length === 0) return null;
  return (
    <ActionButton<Relief>
      path={`/deals/${deal_id}/relief-certificates/match`}
      body={{ ids }}
      label={`Match all that fit (${ids.length.toLocaleString("en-GB")})`}
      busy={messages.matching}
      done={({ certificates: left }) => {
        const stayed = left.filter(({ id }) => ids.includes(id)).length;
        return {
          title: messages.matchedAll(ids.length - stayed),
          description: stayed > 0 ? messages.leftOut(stayed) : undefined,
        };
      }}
      failed={messages.matchFailed}
      invalidates={dealMoneyKeys}
    />
  );
}
