import type { z } from "zod";
import type { paperUploadQuerySchema } from "#shared/funds/funds-completion.ts";
import { maximumPaperBytes } from "#shared/funds/funds-completion-messages.ts";
import { londonDate } from "#shared/london-time.ts";
import type { Caller, RequestContext } from "../../../context.ts";
import type { Content, FileKind } from "../../../platform/files/inspect-content.ts";
import { withNewFile } from "../../../platform/files/with-new-file.ts";
import { notFound } from "../../../platform/http/http-error.ts";
import { refuseUnlessPast } from "../../../platform/http/typed-days.ts";
import { RefusedCertificates } from "../relief/certificate-worker-limits.ts";
import { readCertificate } from "../relief/read-certificate.ts";
import { listHolders } from "./completion-queries.ts";
import { insertPaper, listPapers } from "./paper-queries.ts";

const paperFile: FileKind = {
  name: "paper",
  maximumBytes: maximumPaperBytes,
  mediaTypes: ["application/pdf"],
};

/** Drawn by the club, or opened before. */
export const openedPaperFile: FileKind = { ...paperFile, arePdfsKnownToOpen: true };

/** Files a paper in place of another of its kind. @throws HttpError 409 before or after its time, 413 and 422 for the file. */
export async function filePaper(
  { dependencies, actor }: Caller,
  dealId: string,
  { kind, file_name, dated_on = londonDate(dependencies.now()) }: z.output<typeof paperUploadQuerySchema>,
  content: Content,
) {
  refuseUnlessPast("dated_on", dated_on, dependencies.now());
  const known = dependencies.readAs(actor).selectFrom("deals").select("id").where("id", "=", dealId);
  if (!(await known.executeTakeFirst())) throw notFound("deal");
  const file = kind === "share_schedule" ? await readWhole(content) : undefined;
  const found = file && { issued_on: await readDayOfIssue(dependencies, file) };
  return withNewFile(
    dependencies.files,
    { content: file ? [file] : content, kind: paperFile },
    ({ id: file_id, sha256 }) =>
      dependencies.asActor(actor, async (tx, effects) => {
        const id = await insertPaper(tx, { deal_id: dealId, kind, file_name, file_id, dated_on, found });
        effects.audit("paper_filed", dealId, { kind, sha256 });
        if (kind === "company_certificate")
          for (const { user_id } of await listHolders(tx, dealId)) effects.notify(user_id, "paper_delivered", id);
        return { items: await listPapers(tx, dealId) };
      }),
  );
}

async function readWhole(content: Content): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of content) parts.push(part);
  return Buffer.concat(parts);
}

/** That the company's schedule says; null for a scan, and where it says it twice differently. */
async function readDayOfIssue({ certificateReader }: RequestContext, file: Buffer): Promise<string | null> {
  let issuedOn: string | null = null;
  try {
    await certificateReader.read(file, {
      keep: async ({ text }) => {
        issuedOn = readCertificate(text).issued_on;
      },
      leaveOut: () => {},
    });
  } catch (error) {
    if (!(error instanceof RefusedCertificates)) throw error;
  }
  return issuedOn;
}
