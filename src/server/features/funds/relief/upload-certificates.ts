import { maximumPaperBytes } from "#shared/funds/funds-completion-messages.ts";
import type { ReliefUploaded } from "#shared/funds/funds-relief.ts";
import { maximumReliefCertificates, reliefMessages as messages } from "#shared/funds/funds-relief-messages.ts";
import { londonDate } from "#shared/london-time.ts";
import type { Caller } from "../../../context.ts";
import { type Content, type FileKind, inspectContent } from "../../../platform/files/inspect-content.ts";
import { HttpError } from "../../../platform/http/http-error.ts";
import { openedPaperFile } from "../completion/file-paper.ts";
import { insertPaper } from "../completion/paper-queries.ts";
import type { LeftOutCertificate } from "./certificate-reader.ts";
import { type CertificateRefusal, RefusedCertificates } from "./certificate-worker-limits.ts";
import { readCertificate } from "./read-certificate.ts";
import { listCertificateHashes, readRelief } from "./relief-queries.ts";

const upload: FileKind = {
  name: "relief_upload",
  maximumBytes: maximumPaperBytes,
  mediaTypes: ["application/pdf", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
};

type LeftOut = ReliefUploaded["left_out"][number];

interface Filed {
  file_id: string;
  file_name: string;
  found: ReturnType<typeof readCertificate>;
}

/**
 * A PDF, or a ZIP with PDFs: those that open, and why each other file is left out.
 * @throws HttpError 409 before completion, 413 and 422 for the file.
 */
export async function uploadCertificates(caller: Caller, dealId: string, fileName: string, content: Content) {
  const { dependencies, actor } = caller;
  const { asActor, readAs, files, now } = dependencies;
  const relief = await readRelief(readAs(actor), actor, dealId, now());
  if (!relief.can.upload) {
    const isNobodyDue = relief.scheme === "none" || relief.members.length > 0;
    throw new HttpError("deal_not_open", isNobodyDue ? messages.noScheme : messages.notCompleted);
  }
  const { filed, left_out } = await keepFiles(caller, dealId, fileName, await readWhole(content));
  try {
    return await asActor(actor, async (tx, effects) => {
      for (const certificate of filed)
        await insertPaper(tx, {
          deal_id: dealId,
          kind: "relief_certificate",
          dated_on: londonDate(now()),
          ...certificate,
        });
      effects.audit("relief_certificates_uploaded", dealId, { file_name: fileName, certificates: filed.length });
      return { ...(await readRelief(tx, actor, dealId, now())), left_out };
    });
  } catch (error) {
    for (const { file_id } of filed) await files.remove(file_id);
    throw error;
  }
}

async function readWhole(content: Content): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of inspectContent(content, upload).content) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function keepFiles({ dependencies, actor }: Caller, dealId: string, fileName: string, content: Buffer) {
  const { files, certificateReader, readAs } = dependencies;
  const known = await listCertificateHashes(readAs(actor), dealId);
  const filed: Filed[] = [];
  const left_out: LeftOut[] = [];
  const leaveOut = ({ file_name, reason }: LeftOutCertificate) => {
    // The upload itself is refused where it has no other files.
    if (file_name === null && reason !== "known") throw refusedFile(messages.leftOut[reason]);
    left_out.push({ file_name: shown(file_name ?? fileName), reason, said: messages.leftOut[reason] });
  };
  try {
    await certificateReader.read(content, {
      keep: async ({ file_name, text, content: pdf }) => {
        const { id: file_id, sha256 } = await files.put([pdf], openedPaperFile, null);
        if (known.has(sha256)) {
          await files.remove(file_id);
          leaveOut({ file_name, reason: "known" });
          return;
        }
        known.add(sha256);
        filed.push({ file_id, file_name: shown(file_name ?? fileName), found: readCertificate(text) });
      },
      leaveOut,
    });
    if (filed.length === 0 && left_out.every(({ reason }) => reason !== "known"))
      throw refusedFile(messages.noneTaken(left_out));
    return { filed, left_out };
  } catch (error) {
    for (const { file_id } of filed) await files.remove(file_id);
    throw error instanceof RefusedCertificates ? refusal(error.refusal) : error;
  }
}

/** Within what is kept. */
const shown = (name: string): string =>
  name
    .replaceAll(/[\p{Cc}\p{Cs}]/gu, "")
    .trim()
    .slice(-maximumFileName) || "certificate.pdf";
const maximumFileName = 200;

function refusal(why: CertificateRefusal): HttpError {
  switch (why) {
    case "too_large":
      return new HttpError("body_too_large", messages.tooMuch);
    case "too_many":
      return new HttpError("body_too_large", messages.tooMany(maximumReliefCertificates));
    case "locked":
      return refusedFile(messages.locked);
    case "not_pdf":
      return refusedFile(messages.notPdfOrZip);
    default:
      return refusedFile(messages.unreadable);
  }
}

const refusedFile = (detail: string) => new HttpError("file_type_refused", detail);
