import { dealMoneyKeys } from "#web/lib/query-keys.ts";
import { useInvalidate } from "#web/lib/use-invalidate.ts";
import "#web/styles/file-drop.css";
import { useEffect, useRef, useState } from "react";
import type { Relief, ReliefUploaded } from "#shared/funds/funds-relief.ts";
import { reliefPartMessages as messages } from "#shared/funds/funds-relief-desk-messages.ts";
import { callApi } from "#web/lib/api.ts";
import { uploadFile } from "#web/lib/upload-file.ts";
import { withQuery } from "#web/lib/use-list.ts";
import { Button } from "#web/ui/button.tsx";
import { FileDrop } from "#web/ui/file-drop.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";
import { doesFit } from "./relief-values.ts";

interface UploadCertificatesProps {
  dealId: string;
  /** How many wait to be matched already. */
  known: number;
}

/** The most that one request takes. */
export const mostAtOnce = 500;

interface Upload {
  key: string;
  file: File;
  percent: number;
  refusal?: string;
  /** Of a ZIP that was taken. */
  leftOut?: ReliefUploaded["left_out"];
}

/** One file after the other; one that is refused, or from which files are left out, says why, and the next one goes on. */
export function UploadCertificates({ dealId, known }: UploadCertificatesProps) {
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
            <progress className="room-progress" value={percent} max={100} aria-label={file.name} />
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
            <span className="note">Or drop them here: PDFs, or a ZIP of PDFs, at most 25 MB each.</span>
          </>
        )}
      </FileDrop>
    </div>
  );
}

/** Browsers name ZIP files differently; the content decides. */
const typeOf = ({ name }: File): string => (/\.zip$/i.test(name) ? "application/zip" : "application/pdf");
