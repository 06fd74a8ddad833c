import { maximumPaperBytes } from "#shared/funds/funds-completion-messages.ts";
import { maximumReliefCertificates, reliefMessages as messages } from "#shared/funds/funds-relief-messages.ts";
import { londonDate } from "#shared/london-time.ts";
import type { Caller } from "../../../context.ts";
import { type Content, type FileKind, inspectContent } from "../../../platform/files/inspect-content.ts";
import { HttpError } from "../../../platform/http/http-error.ts";
import { paperFile } from "../completion/file-paper.ts";
import { insertPaper } from "../completion/paper-queries.ts";
import { readCertificate } from "./read-certificate.ts";
import { type CertificateRefusal, RefusedCertificates } from "./refused-certificates.ts";
import { listCertificateHashes, readRelief } from "./relief-queries.ts";

const upload: FileKind = {
  name: "relief_upload",
  maximumBytes: maximumPaperBytes,
  mediaTypes: ["application/pdf", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
};

interface Filed {
  file_id: string;
  file_name: string;
  found: ReturnType<typeof readCertificate>;
}

/**
 * A PDF, or a ZIP of them: all of it or nothing. A file that is there already is left out.
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
  const filed = await keepFiles(caller, dealId, fileName, await readWhole(content));
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
      return readRelief(tx, actor, dealId, now());
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
  try {
    await certificateReader.read(content, async ({ file_name, text, content: pdf }) => {
      const { id: file_id, sha256 } = await files.put([pdf], paperFile, null);
      if (known.has(sha256)) return files.remove(file_id);
      known.add(sha256);
      filed.push({ file_id, file_name: shown(file_name ?? fileName), found: readCertificate(text) });
    });
    return filed;
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
      return new HttpError("file_type_refused", messages.locked);
    case "not_pdf":
      return new HttpError("file_type_refused", messages.notPdfOrZip);
    default:
      return new HttpError("file_type_refused", messages.unreadable);
  }
}
