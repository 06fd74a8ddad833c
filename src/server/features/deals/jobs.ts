import { sql } from "kysely";
import type { DocumentRefusal } from "#shared/deals/deal-room.ts";
import { londonDate } from "#shared/london-time.ts";
import { listAdmins } from "../../auth/list-admins.ts";
import type { ReadAs } from "../../platform/db/read-as.ts";
import type { Effects } from "../../platform/db/types.ts";
import type { FileStore, OpenFile } from "../../platform/files/file-store.ts";
import type { FileKind } from "../../platform/files/inspect-content.ts";
import { type JobContext, nightly, scheduled } from "../../platform/jobs/job.ts";
import { queueWaitingMails } from "../../platform/mail/mailing.ts";
import type { DocumentChecker } from "./room/document-checker.ts";
import { RefusedDocument } from "./room/document-worker-limits.ts";
import { SlowDocument } from "./room/run-document-worker.ts";

const pageFile: FileKind = {
  name: "deal_document_page",
  maximumBytes: 8 * 1024 * 1024,
  mediaTypes: ["image/webp"],
};

/** @returns whether the pages are used. */
const keep = (
  { asOwner, now }: CheckContext,
  id: string,
  refusal: DocumentRefusal | null,
  pages: StoredPage[],
): Promise<boolean> =>
  asOwner(null, async (tx) => {
    const state = refusal ? ("refused" as const) : ("ready" as const);
    const count = refusal ? null : pages.length || null;
    const damaged_pages = pages.filter(({ is_damaged }) => !refusal && is_damaged).map(({ number }) => number);
    const checked = await tx
      .updateTable("deal_documents")
      .set({ state, refusal, checked_at: now(), pages: count, damaged_pages })
      .where("id", "=", id)
      .where("state", "=", "checking")
      .returning("id")
      .executeTakeFirst();
    if (!checked || count === null) return false;
    await tx
      .insertInto("deal_document_pages")
      .values(pages.map(({ is_damaged: _named, ...page }) => ({ ...page, document_id: id })))
      .execute();
    return true;
  });

export const dealJobs = {
  /** Adds the days that are over to the chain over the register, and checks all of it. */
  "delivery-seals": nightly(async ({ asOwner, now, log }: JobContext) => {
    await asOwner(null, async (tx, effects) => {
      const sealed = await sql<{ days: number }>`
        select seal_deliveries(${londonDate(now())}, ${now()}) as days`.execute(tx);
      const { rows } = await sql<{
        day: string;
        problem: string;
      }>`select day, problem from check_delivery_seals()`.execute(tx);
      log.info({ days: sealed.rows[0]?.days }, "register of what was shown sealed");
      if (rows.length === 0) return;
      log.error({ problems: rows }, "register of what was shown does not match its seals");
      effects.audit("register_mismatch", null, { days: rows.length });
      for (const admin of await listAdmins(tx)) effects.notify(admin, "register_mismatch");
    });
  }),
  "deal-documents": scheduled(
    (context: CheckContext, { document_id, is_slow }: { document_id: string; is_slow?: boolean }) =>
      checkDocument(context, document_id, is_slow),
  ),
  "deal-mails": scheduled(async ({ asOwner, now, log }: JobContext, { mailing_id }: { mailing_id: string }) => {
    const queue = (effects: Effects, deal_mail_id: string) => effects.mail("deal-mail", { deal_mail_id });
    const mails = await queueWaitingMails({ asOwner, now, table: "deal_mails", id: mailing_id, queue });
    log.info({ mailing_id, mails }, "mails about a deal queued");
  }),
  /** Queues one mail to each who follows what is answered by now. Answers that were told are not told again. */
  "deal-answers": scheduled(async ({ asOwner, now, log }: JobContext, _data: Record<string, never>) => {
    const started = await asOwner(null, async (tx, effects) => {
      const { rows } = await sql<{ id: string }>`select id from start_answer_mailings(${now()}) as id`.execute(tx);
      for (const { id } of rows) effects.schedule("deal-mails", { mailing_id: id }, now());
      return rows.length;
    });
    log.info({ mailings: started }, "mails about answers started");
  }),
};

interface CheckContext extends JobContext {
  readAs: ReadAs;
  files: FileStore;
  documentChecker: DocumentChecker;
}

/**
 * Takes a document out of quarantine, with its pages, or refuses it: once, however often it runs. One that takes long is put behind
 * those that wait.
 * @param isSlow it took long before.
 */
export async function checkDocument(context: CheckContext, id: string, isSlow = false): Promise<void> {
  const { readAs, files, log } = context;
  const document = await readAs("owner")
    .selectFrom("deal_documents")
    .select("file_id")
    .where("id", "=", id)
    .where("state", "=", "checking")
    .executeTakeFirst();
  const file = document && (await files.open(readAs("owner"), document.file_id));
  if (!file) return;
  const pages: StoredPage[] = [];
  let isKept = false;
  try {
    const refusal = await drawPages(context, { ...file, is_slow: isSlow }, pages);
    isKept = await keep(context, id, refusal, pages);
    log.info({ document_id: id, pages: pages.length, refusal }, "document of a deal checked");
  } catch (error) {
    if (isSlow || !(error instanceof SlowDocument)) throw error;
    log.warn({ document_id: id, pages: pages.length }, "slow document of a deal put behind the others");
    await context.asOwner(null, async (_tx, effects) =>
      effects.schedule("deal-documents", { document_id: id, is_slow: true }, context.now()),
    );
  } finally {
    if (!isKept) for (const { file_id } of pages) await files.remove(file_id);
  }
}

interface StoredPage {
  number: number;
  file_id: string;
  width: number;
  height: number;
  text: string;
  is_damaged: boolean;
}

/** @returns why the document is refused. */
async function drawPages(
  { files, documentChecker }: CheckContext,
  file: OpenFile & { is_slow: boolean },
  pages: StoredPage[],
): Promise<DocumentRefusal | null> {
  try {
    await documentChecker.check(file, async ({ content, ...page }) => {
      const { id: file_id } = await files.put([content], pageFile, null);
      pages.push({ number: pages.length + 1, file_id, ...page });
    });
    return null;
  } catch (error) {
    if (error instanceof RefusedDocument) return error.refusal;
    if (file.is_slow && error instanceof SlowDocument && error.hasStarted) return "unreadable";
    throw error;
  }
}
