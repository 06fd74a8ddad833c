import "#web/styles/file-drop.css";
import { lazy, useEffect, useRef, useState } from "react";
import { counted } from "#shared/counted.ts";
import type { Relief, ReliefUploaded } from "#shared/funds/funds-relief.ts";
import { reliefPartMessages as messages } from "#shared/funds/funds-relief-desk-messages.ts";
import { formatPence } from "#shared/pence.ts";
import { memberName } from "#shared/people/person-name.ts";
import { ActionButton } from "#web/lib/action-button.tsx";
import { callApi } from "#web/lib/api.ts";
import { longDate, shortDate } from "#web/lib/format.ts";
import { dealMoneyKeys } from "#web/lib/query-keys.ts";
import { uploadFile } from "#web/lib/upload-file.ts";
import { useInvalidate } from "#web/lib/use-invalidate.ts";
import { withQuery } from "#web/lib/use-list.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { DialogOpener } from "#web/ui/dialog-opener.tsx";
import { FileDrop } from "#web/ui/file-drop.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { RowAction } from "#web/ui/row-action.tsx";
import { toast } from "#web/ui/toast.ts";
import { OpenPaper } from "../completion/open-paper.tsx";
import { doesFit } from "./relief-values.ts";

const MatchDialog = lazy(() => import("./match-dialog.tsx").then((file) => ({ default: file.MatchDialog })));

type Certificate = Relief["certificates"][number];

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
          isMarked={({ of_another, suggested }) =>
            of_another.length > 0 || (suggested?.differences.some(({ is_blocking }) => is_blocking) ?? false)
          }
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
  const { of_another, suggested } = certificate;
  return (
    <>
      {suggested ? memberName(suggested.full_name) : "Nobody fits"}
      {doesFit(certificate) && (
        <span className="block">
          <Badge tone="live">Fits</Badge>
        </span>
      )}
      {certificate.nobody.map((said) => (
        <span key={said} className="note block">
          {said}
        </span>
      ))}
      {of_another.map((said) => (
        <span key={said} className="note block">
          <Badge tone="refused">Differs</Badge>: {said}
        </span>
      ))}
      {suggested?.differences.map(({ path, is_blocking, said }) => (
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

interface UploadCertificatesProps {
  dealId: string;
  known: number;
}

/** The most that one request takes. */
const mostAtOnce = 500;

interface Upload {
  key: string;
  file: File;
  percent: number;
  refusal?: string;
  /** The list is that of a ZIP that was taken. */
  leftOut?: ReliefUploaded["left_out"];
}

/** One file after the other; one that is refused, or from which files are left out, says why, and the next one goes on. */
function UploadCertificates({ dealId, known }: UploadCertificatesProps) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const last = useRef<Promise<void>>(Promise.resolve());
  const stopping = useRef(new Set<AbortController>());
  const counted = useRef(known);
  const changed = useInvalidate(dealMoneyKeys);
  useEffect(() => {
    counted.current = known;
  }, [known]);
  useEffect(
    () => () => {
      for (const controller of stopping.current) controller.abort();
    },
    [],
  );
  const change = (key: string, part: Partial<Upload>) =>
    setUploads((all) => all.map((upload) => (upload.key === key ? { ...upload, ...part } : upload)));
  const drop = (key: string) => setUploads((all) => all.filter((upload) => upload.key !== key));

  const send = async ({ key, file }: Upload) => {
    const controller = new AbortController();
    stopping.current.add(controller);
    const before = counted.current;
    try {
      const path = withQuery(`/deals/${dealId}/relief-certificates`, { file_name: file.name.slice(-200) });
      const { certificates, left_out } = await uploadFile<ReliefUploaded>(
        path,
        new File([file], file.name, { type: typeOf(file) }),
        {
          onProgress: (share) => change(key, { percent: Math.floor(share * 100) }),
          signal: controller.signal,
        },
      );
      const ids = certificates.filter(doesFit).map(({ id }) => id);
      const most = ids.slice(0, mostAtOnce);
      const match = () => callApi<Relief>("POST", `/deals/${dealId}/relief-certificates/match`, { ids: most });
      // What is left waits in the list, where it can be matched.
      const left = most.length > 0 ? (await match().catch(() => ({ certificates }))).certificates : certificates;
      const matched = certificates.length - left.length;
      await changed();
      if (left_out.length > 0) change(key, { leftOut: left_out });
      else drop(key);
      toast({
        title: messages.uploaded(Math.max(certificates.length - before, 0)),
        description: matched > 0 ? messages.matchedAll(matched) : undefined,
      });
    } catch (error) {
      change(key, { refusal: (error as Error).message });
    } finally {
      stopping.current.delete(controller);
    }
  };

  const add = (file: File) => {
    const upload: Upload = { key: crypto.randomUUID(), file, percent: 0 };
    setUploads((all) => [...all, upload]);
    last.current = last.current.then(() => send(upload));
  };

  return (
    <div className="grid max-w-3xl gap-3">
      {uploads.map(({ key, file, percent, refusal, leftOut }) =>
        refusal === undefined && leftOut === undefined ? (
          <div key={key} className="grid gap-1">
            <p className="small wrap-anywhere" role="status">
              {percent === 0 ? `${file.name} waits` : `Uploading ${file.name}, ${percent}%`}
            </p>
            <progress className="h-1.5 w-full accent-pine" value={percent} max={100} aria-label={file.name} />
          </div>
        ) : (
          <div key={key} role="alert">
            <Notice
              tone={leftOut ? "warning" : "error"}
              title={leftOut ? messages.leftOutOf(leftOut.length, file.name) : `${file.name} was not taken.`}
            >
              {refusal}
              {leftOut && (
                <ul>
                  {leftOut.map(({ file_name, said }, place) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: two files of a ZIP may have one name, and the list never changes.
                    <li key={place} className="wrap-anywhere">
                      {file_name}: {said}
                    </li>
                  ))}
                </ul>
              )}
              <p className="mt-3">
                <Button variant="outline" isSmall onClick={() => drop(key)}>
                  Close
                </Button>
              </p>
            </Notice>
          </div>
        ),
      )}
      <FileDrop accept="application/pdf,.pdf,application/zip,.zip" isMultiple onFile={add}>
        {(choose) => (
          <>
            <Button variant="outline" isSmall onClick={choose}>
              Choose files
            </Button>
            <span className="note">
              <span className="if-dropped">Or drop them here:</span> PDFs, or a ZIP of PDFs, at most 25 MB each.
            </span>
          </>
        )}
      </FileDrop>
    </div>
  );
}

/** Browsers name ZIP files differently; the content decides. */
const typeOf = ({ name }: File): string => (/\.zip$/i.test(name) ? "application/zip" : "application/pdf");
